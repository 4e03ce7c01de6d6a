/**
 * Hides what the lists name, and the elements of refused frames and pictures. Lets the page scroll again, which consent
 * banners stop.
 * @param {{ styles: string, leftOut: string[], hasBanner: boolean, banners: string | null }} want
 *   `hasBanner`: a consent manager was found. `banners`: selector of banners, null if they stay.
 * @returns {boolean}
 */
export default function hide(want) {
  const notes = /** @type {any} */ (window).__platen ?? {};
  notes.hides ??= new CSSStyleSheet();
  if (!document.adoptedStyleSheets.includes(notes.hides)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, notes.hides];
  }
  notes.hides.replaceSync(want.styles);
  const leftOut = new Set(want.leftOut);
  for (const element of leftOut.size > 0 ? document.querySelectorAll("iframe[src], img[src]") : []) {
    if (leftOut.has(/** @type {any} */ (element).src))
      /** @type {any} */ (element).style.setProperty("display", "none", "important");
  }
  if (want.banners === null || !(want.hasBanner || document.querySelector(want.banners))) return true;
  for (const element of [document.documentElement, document.body]) {
    if (!element) continue;
    const { overflowY, position } = getComputedStyle(element);
    if (/hidden|clip/.test(overflowY)) element.style.setProperty("overflow", "visible", "important");
    if (position !== "fixed") continue;
    element.style.setProperty("position", "static", "important");
    element.style.setProperty("height", "auto", "important");
  }
  return true;
}
