/**
 * Finds what the page's links are called, for their descriptions in the PDF.
 * @param {number} maxLinks
 * @param {number} maxChars of an address or a name
 * @returns {[string, string][]} address and name. A link inside the page has the address `#place`
 */
export default function linkNames(maxLinks, maxChars) {
  const page = location.href.split("#")[0];
  return [...document.querySelectorAll("a[href], area[href]")].slice(0, maxLinks).flatMap((link) => {
    const address = String(/** @type {any} */ (link).href);
    const [base, place] = address.split("#");
    const target = base === page && place !== undefined ? `#${place}` : address;
    const alts = [...link.querySelectorAll("img[alt]")].map((image) => image.getAttribute("alt"));
    const texts = [link.getAttribute("aria-label"), link.textContent, alts.join(" ")];
    const names = [...texts, link.getAttribute("alt"), link.getAttribute("title")].map((text) =>
      (text ?? "").replace(/\s+/g, " ").trim(),
    );
    const name = names.find((text) => text !== "");
    return name && target.length <= maxChars ? [[target, name.slice(0, maxChars)]] : [];
  });
}
