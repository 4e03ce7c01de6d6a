/**
 * Lets tall boxes be divided between sheets that stand alone in a line of text (`display: inline-block` and its like). Chromium does
 * not divide a line: it would begin such a box on a new sheet, and cut through its words at the sheet's end.
 */
export default function breakLines() {
  const MIN_PX = 400;
  const BLOCKS = {
    "inline-block": "block",
    "inline-flex": "flex",
    "inline-grid": "grid",
    "inline-table": "table",
  };
  const PLACES = [
    {},
    { width: "fit-content" },
    { width: "fit-content", "margin-inline": "auto" },
    { width: "fit-content", "margin-inline-start": "auto" },
  ];

  function rectOf(node) {
    if (node instanceof Element) return node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNode(node);
    return range.getBoundingClientRect();
  }

  function isAlone(element) {
    const { top, bottom } = element.getBoundingClientRect();
    const isBeside = (node) => {
      const rect = rectOf(node);
      return rect.width > 0 && rect.height > 0 && rect.top < bottom - 1 && rect.bottom > top + 1;
    };
    for (let inner = element; ; inner = inner.parentElement) {
      const { parentElement: box } = inner;
      if (!box) return false;
      if ([...box.childNodes].some((node) => node !== inner && isBeside(node))) return false;
      if (getComputedStyle(box).display !== "inline") return true;
    }
  }

  function divide(element, display) {
    const before = element.getBoundingClientRect();
    const { cssText } = element.style;
    for (const place of PLACES) {
      for (const [name, value] of Object.entries({ display, ...place }))
        element.style.setProperty(name, value, "important");
      const { left, width } = element.getBoundingClientRect();
      if (Math.abs(left - before.left) < 1 && Math.abs(width - before.width) < 1) return;
      element.style.cssText = cssText;
    }
  }

  for (const element of document.body?.querySelectorAll("*") ?? []) {
    if (!(element instanceof HTMLElement) || element.offsetHeight < MIN_PX) continue;
    const display = BLOCKS[getComputedStyle(element).display];
    if (display && isAlone(element)) divide(element, display);
  }
}
