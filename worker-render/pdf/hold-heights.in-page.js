/**
 * Keeps sizes that depend on the height of the window, because on paper the sheet replaces the window: a body as tall as the
 * window would be as tall as the sheet, and with its margins would need another sheet.
 * @param {"remember" | "hold" | "measure"} step `remember`: in the page's own window. `hold`: in a taller window, gives changed
 *   sizes their value from before. `measure`: in the lowest window.
 * @returns {number} height of the document in CSS px
 */
export default function holdHeights(step) {
  const NAMES = [
    "height",
    "padding-top",
    "padding-bottom",
    "margin-top",
    "margin-bottom",
    "top",
    "font-size",
  ];
  const root = document.documentElement;
  /** @type {any} */
  const store = window;

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      if (element.style) yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }
  const sizesOf = (element) => {
    const style = getComputedStyle(element);
    return NAMES.map((name) => style.getPropertyValue(name));
  };

  if (step === "remember") {
    store.__platenSizes = new Map();
    for (const element of elements(document)) store.__platenSizes.set(element, sizesOf(element));
  }
  if (step === "hold") {
    const changed = [];
    for (const [element, before] of store.__platenSizes) {
      const now = sizesOf(element);
      NAMES.forEach((name, index) => {
        if (now[index] !== before[index]) changed.push([element, name, before[index]]);
      });
    }
    for (const [element, name, value] of changed) {
      element.style.setProperty(name, value, "important");
      if (name !== "height") continue;
      element.style.setProperty("min-height", "0", "important");
      element.style.setProperty("max-height", "none", "important");
    }
    delete store.__platenSizes;
  }
  return root.scrollHeight;
}
