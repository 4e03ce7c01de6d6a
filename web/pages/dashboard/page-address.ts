type PageAddress = { url: string; fault: null } | { url: null; fault: string };

/** What was typed, as a full address: `example.com` means `https://example.com`. The server checks it for good. */
export function pageAddress(text: string): PageAddress {
  const trimmed = text.trim();
  if (!trimmed) return { url: null, fault: "Please enter the address of a page" };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(withScheme);
  if (url && (url.protocol === "https:" || url.protocol === "http:")) return { url: withScheme, fault: null };
  return { url: null, fault: "Please enter a web address, such as https://example.com" };
}
