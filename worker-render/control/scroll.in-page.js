/**
 * Scrolls the page to a number of px from its top, or to an element.
 * @param {number | string} to px, or a selector
 * @param {(selector: string) => Element[]} find
 */
export default function scroll(to, find) {
  if (typeof to === "number") window.scrollTo({ top: to, behavior: "instant" });
  else find(to)[0]?.scrollIntoView({ block: "start", behavior: "instant" });
  // A screenshot begins at a whole px.
  window.scrollTo({ top: Math.round(scrollY), behavior: "instant" });
}
