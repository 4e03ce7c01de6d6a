import { targetPolicy } from "#contract/target/policy.ts";
import { checkTarget } from "#contract/target/target.ts";

type PageAddress = { url: string; fault: null } | { url: null; fault: string };

/**
 * Completes the typed address (`example.com` → `https://example.com`) and checks it by the server's rule before it
 * is sent. Private addresses pass here, because only the server knows if they are allowed.
 */
export function pageAddress(text: string): PageAddress {
  const trimmed = text.trim();
  if (!trimmed) return { url: null, fault: "Please enter the address of a page" };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const policy = targetPolicy({ PUBLIC_ORIGIN: window.location.origin, ALLOW_PRIVATE_TARGETS: "true" });
  const checked = checkTarget(withScheme, policy);
  return checked.ok ? { url: withScheme, fault: null } : { url: null, fault: checked.reason };
}
