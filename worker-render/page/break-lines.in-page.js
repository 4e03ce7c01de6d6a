/**
 * Lets tall boxes in a line of text (`display: inline-block` and its like) be divided between sheets, if the line has nothing else.
 * Chromium does not divide a line: it would begin such boxes on a new sheet, and cut through their words at the sheet's end.
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
  const ALIGNMENTS = ["flex-start", "flex-end", "center"];

  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, "important");
  };
  const isNear = (one, other) => Math.abs(one - other) < 1;

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
      set(element, { display, ...place });
      const { left, width } = element.getBoundingClientRect();
      if (isNear(left, before.left) && isNear(width, before.width)) return;
      element.style.cssText = cssText;
    }
  }

  // The boxes of a row that has nothing else and is one line high.
  function columnsOf(row) {
    const columns = [];
    for (const node of row.childNodes) {
      if (!(node instanceof HTMLElement)) {
        if (node.textContent.trim() && node.nodeType !== Node.COMMENT_NODE) return [];
        continue;
      }
      const { display, position, float } = getComputedStyle(node);
      if (display === "none" || position === "absolute" || position === "fixed") continue;
      if (!(display in BLOCKS) || float !== "none") return [];
      columns.push(node);
    }
    const rects = columns.map(rectOf);
    const isLine = Math.max(...rects.map(({ top }) => top)) < Math.min(...rects.map(({ bottom }) => bottom));
    return columns.length > 1 && isLine ? columns : [];
  }

  // Chromium divides the items of a flex box.
  function divideRow(row) {
    const { display, direction } = getComputedStyle(row);
    if (display !== "block" && display !== "flow-root") return;
    const columns = columnsOf(row).map((element) => {
      return { element, rect: rectOf(element), css: element.style.cssText };
    });
    const { cssText } = row.style;
    // The space between words is a margin then.
    const [side, sign] = direction === "rtl" ? ["margin-right", -1] : ["margin-left", 1];
    const isPlaced = ({ element, rect }) => {
      const { left, top, width } = rectOf(element);
      return isNear(left, rect.left) && isNear(top, rect.top) && isNear(width, rect.width);
    };
    for (const alignment of columns.length > 0 ? ALIGNMENTS : []) {
      set(row, { display: "flex", "align-items": alignment });
      for (const { element, rect } of columns) {
        const by = sign * (rect.left - rectOf(element).left);
        const margin = Number.parseFloat(getComputedStyle(element).getPropertyValue(side));
        set(element, { [side]: `${margin + by}px` });
      }
      if (columns.every(isPlaced)) return;
      row.style.cssText = cssText;
      for (const { element, css } of columns) element.style.cssText = css;
    }
  }

  for (const element of document.body?.querySelectorAll("*") ?? []) {
    if (!(element instanceof HTMLElement) || element.offsetHeight < MIN_PX) continue;
    const display = BLOCKS[getComputedStyle(element).display];
    if (!display) continue;
    if (isAlone(element)) divide(element, display);
    else if (element.parentElement) divideRow(element.parentElement);
  }
}
