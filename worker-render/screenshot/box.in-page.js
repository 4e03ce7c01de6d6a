/**
 * The box of the first visible element of a CSS selector, in CSS px of the page. Boxes that scroll are scrolled to it.
 * @param {string} selector
 * @param {(selector: string) => Element[]} find
 * @returns {"invalid" | "missing" | { left: number, top: number, right: number, bottom: number }}
 */
export default function box(selector, find) {
  let found = [];
  try {
    found = find(selector);
  } catch {
    return "invalid";
  }
  const element = found.find((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
  });
  if (!element) return "missing";
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  scrollTo({ left: 0, top: 0, behavior: "instant" });
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY };
}
