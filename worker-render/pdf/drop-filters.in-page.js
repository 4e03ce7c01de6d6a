/**
 * Takes away filters that change nothing, such as the `blur(0px)` with which an animation ends. Chromium prints what is in a box with
 * a filter as a picture, in which no word can be found, copied or read aloud.
 */
export default function dropFilters() {
  const CHANGES_NOTHING =
    /^(?:(?:(?:blur|grayscale|hue-rotate|invert|sepia)\(0(?:px|deg)?\)|(?:brightness|contrast|opacity|saturate)\(1\)|drop-shadow\(rgba\(\d+, \d+, \d+, 0\)[^()]*\)) ?)+$/;
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      const { filter, willChange } = getComputedStyle(element);
      if (filter === "none" || !CHANGES_NOTHING.test(filter)) continue;
      const { style } = /** @type {HTMLElement} */ (element);
      style?.setProperty("filter", "none", "important");
      // A filter is also what fixed and absolute boxes inside count from.
      if (element === document.documentElement) continue;
      style?.setProperty(
        "will-change",
        willChange === "auto" ? "filter" : `${willChange}, filter`,
        "important",
      );
    }
  }
}
