/**
 * Does without filters where it looks the same: those that change nothing, such as the `blur(0px)` with which an animation ends, and
 * shadows of boxes and words. Chromium prints what is in a box with a filter as a picture, in which no word can be found, copied or
 * read aloud.
 */
export default function dropFilters() {
  const FUNCTIONS = /[\w-]+\((?:[^()]|\([^()]*\))*\)/g;
  const CHANGES_NOTHING =
    /^(?:(?:blur|grayscale|hue-rotate|invert|sepia)\(0(?:px|deg)?\)|(?:brightness|contrast|opacity|saturate)\(1\)|drop-shadow\(rgba\(\d+, \d+, \d+, 0\).*)$/;
  const SHADOW = /^drop-shadow\((rgba?\([^()]*\)) (-?[\d.]+px -?[\d.]+px) ([\d.]+)px\)$/;
  const REPLACED = "img, svg, canvas, video, iframe, embed, object, input, button, select, textarea";
  const set = (element, name, value) => element.style?.setProperty(name, value, "important");

  // The blur of a filter has twice the size.
  function shadowsIn(functions) {
    const found = functions.map((one) => SHADOW.exec(one));
    if (found.includes(null)) return null;
    return found.map(([, color, offset, blur]) => `${offset} ${2 * Number(blur)}px ${color}`).join();
  }

  const isOpaque = ({ backgroundColor }) => backgroundColor.startsWith("rgb(");

  function isUnpainted(element) {
    const { backgroundColor, backgroundImage, borderStyle } = getComputedStyle(element);
    const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
    return isClear && borderStyle === "none" && !element.matches(REPLACED) && !element.shadowRoot;
  }

  function castShadow(element, shadow) {
    const style = getComputedStyle(element);
    if (isOpaque(style)) {
      set(element, "box-shadow", [style.boxShadow, shadow].filter((one) => one !== "none").join());
      return true;
    }
    if (![element, ...element.querySelectorAll("*")].every(isUnpainted)) return false;
    set(element, "text-shadow", [style.textShadow, shadow].filter((one) => one !== "none").join());
    return true;
  }

  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      const { filter, willChange } = getComputedStyle(element);
      if (filter === "none") continue;
      const functions = (filter.match(FUNCTIONS) ?? [filter]).filter((one) => !CHANGES_NOTHING.test(one));
      const shadow = shadowsIn(functions);
      const isBox = element instanceof HTMLElement && element.textContent?.trim();
      const drops = functions.length === 0 || (shadow && isBox && castShadow(element, shadow));
      if (!drops) continue;
      set(element, "filter", "none");
      // A filter is also what fixed and absolute boxes inside count from.
      if (element !== document.documentElement)
        set(element, "will-change", willChange === "auto" ? "filter" : `${willChange}, filter`);
    }
  }
}
