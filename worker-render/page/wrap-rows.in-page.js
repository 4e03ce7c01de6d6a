/**
 * Lets a row of boxes that scrolls sideways continue in further rows, such as the columns of a board, because paper cannot scroll.
 * Text in columns that scrolls sideways, as in readers of books, continues below.
 * Only what has most of the page's words: others are beside the content, such as a row of further products.
 * @returns {Element[]} the boxes that scrolled, which must grow now
 */
export default function wrapRows() {
  const MIN_ITEMS = 3;
  const MIN_WORDS = 0.5;
  // Boxes of a layout, such as a menu and the text beside it, differ more.
  const MAX_WIDER = 1.5;
  const MIN_WIDTH = 0.8;
  const MIN_OUT_PX = 8;
  // A long word in a column sticks out by less.
  const MIN_BESIDE = 1.5;
  const root = document.documentElement;
  const { body } = document;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };
  const wordsOf = (element) => element.innerText?.length ?? 0;

  function scrollsSideways(element) {
    if (element.scrollWidth <= element.clientWidth + 1) return false;
    const { overflowX } = getComputedStyle(element);
    return overflowX === "auto" || overflowX === "scroll";
  }

  // The items of a row that is one line, or none.
  function itemsOf(row) {
    const style = getComputedStyle(row);
    const isFlex = style.display.endsWith("flex") && style.flexDirection.startsWith("row");
    const isGrid = style.display.endsWith("grid");
    const items = [];
    for (const node of row.childNodes) {
      if (!(node instanceof HTMLElement)) {
        if (!isFlex && !isGrid && node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) return [];
        continue;
      }
      const { display, position, float } = getComputedStyle(node);
      const { width, height } = node.getBoundingClientRect();
      if (width === 0 || height === 0 || position === "absolute" || position === "fixed") continue;
      if (!isFlex && !isGrid && display !== "inline-block" && float === "none") return [];
      items.push(node);
    }
    return items;
  }

  // Whether items of a row that is one line stick out of these edges. Many pages are a little wider than the window, so items must
  // be outside of that.
  function isRow(row, { left, right, isWindow }) {
    if (!(row instanceof HTMLElement) || row.childElementCount < MIN_ITEMS) return false;
    const rects = itemsOf(row).map((item) => item.getBoundingClientRect());
    if (rects.length < MIN_ITEMS) return false;
    const widths = rects.map(({ width }) => width);
    const isLine = Math.max(...rects.map(({ top }) => top)) < Math.min(...rects.map(({ bottom }) => bottom));
    const isEven = Math.max(...widths) <= Math.min(...widths, right - left + 1) * MAX_WIDER;
    const isOut = (rect) =>
      isWindow
        ? rect.left >= right - 1 || rect.right <= left + 1
        : rect.right > right + MIN_OUT_PX || rect.left < left - MIN_OUT_PX;
    return isLine && isEven && rects.some(isOut);
  }

  // Columns that are as high as their box continue beside it.
  function hasColumnsBeside(element) {
    const { columnCount, columnWidth } = getComputedStyle(element);
    const isInColumns = columnCount !== "auto" || columnWidth !== "auto";
    return isInColumns && element.scrollWidth > element.clientWidth * MIN_BESIDE;
  }

  // The rows are as wide as the sheet, also where its width is no multiple of the items' width.
  function wrap(row) {
    const items = itemsOf(row);
    const widthPx = Math.floor(items[0].getBoundingClientRect().width * MIN_WIDTH);
    set(row, {
      display: "grid",
      "grid-template": `auto / repeat(auto-fill, minmax(min(100%, ${widthPx}px), 1fr))`,
      "grid-auto-flow": "row",
      "align-items": "start",
      "min-width": "0",
      "max-width": "100%",
      width: "auto",
    });
    for (const item of items) {
      set(item, { "box-sizing": "border-box", width: "auto", "min-width": "0", "max-width": "100%" });
      for (const box of [item, ...item.querySelectorAll("*")]) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowY))
          set(box, { overflow: "visible", height: "auto", "max-height": "none" });
      }
    }
  }

  const wrapped = [];
  const scrollers = body ? [...body.querySelectorAll("*")].filter(scrollsSideways) : [];
  if (body && root.scrollWidth > root.clientWidth + 1) scrollers.unshift(body);
  for (const box of scrollers) {
    if (wrapped.some((outer) => outer.contains(box))) continue;
    const isWindow = box === body;
    const inColumns = [box, ...box.querySelectorAll("*")].find(hasColumnsBeside);
    if (inColumns && wordsOf(inColumns) >= wordsOf(body) * MIN_WORDS) {
      const around = [box, ...box.querySelectorAll("*")].filter((element) => element.contains(inColumns));
      for (const outer of around) set(outer, { height: "auto", "max-height": "none" });
      wrapped.push(box);
      continue;
    }
    const { left, right } = isWindow ? { left: 0, right: root.clientWidth } : box.getBoundingClientRect();
    const row = [box, ...box.querySelectorAll("*")].find((element) =>
      isRow(element, { left, right, isWindow }),
    );
    if (!row || wordsOf(row) < wordsOf(body) * MIN_WORDS) continue;
    wrap(row);
    wrapped.push(box);
  }
  return wrapped.filter((box) => box !== body);
}
