/**
 * Makes the page fit its sheet where nothing is lost: scales down wide pictures, wraps lines of code and long words, and lets
 * tables out of boxes that scroll. Runs in a window of the sheet's width, with the styles to print with.
 * @param {{ resized: boolean, measured: boolean, clipped: boolean, scaled: boolean, pinned: string[] | null, keepPx: number | null, endPx: number, sheetPx: number | null, wrapPx: number }} want `resized`: the width of the window has
 *   just changed. `measured`: it is the width of the sheet's content. `clipped`: content that is still too wide is cut off.
 *   `scaled`: Chromium may scale the page. `pinned`: selectors of what is on each sheet; null if nothing is pinned any more.
 *   `keepPx`: what is further down is on no sheet; null if it may be.
 *   `endPx`: where the last sheet ends. `sheetPx`: height of a sheet; null if it is not known. `wrapPx`: lines of code that stick out further are wrapped.
 * @param {() => Promise<unknown>} redrawn
 * @param {(want: { endPx: number, isRtl: boolean }, redrawn: () => Promise<unknown>) =>
 *   Promise<{ zoom: number, grids: Element[] }>} openGrids
 * @param {() => boolean} paints whether anything is visible
 * @param {(keepPx: number) => void} leaveOutRest
 * @param {() => void} endScenes
 * @param {(want: { paper: boolean, pinned: string[] }) => boolean} unpin
 * @param {() => void} breakLines
 * @param {() => void} holdColumns
 * @param {() => { bringBack(unlock: (boxes: Element[]) => void): boolean }} paperWords
 * @param {(boxes: Element[], again?: boolean) => void} unlock
 * @param {(sheetPx: number) => void} divideTall
 * @param {(codes: Iterable<Element>) => void} placeNumbers
 * @returns {Promise<{ paints: boolean, overPx: number, heightPx: number, zoom: number, tableZoom: number }>} `overPx`: by how much the page is still
 *   too wide. `zoom`: of the table in a box that was scaled down most, which stays so. `tableZoom`: of the other tables, in this width
 */
export default async function fit(
  want,
  redrawn,
  openGrids,
  paints,
  leaveOutRest,
  endScenes,
  unpin,
  breakLines,
  holdColumns,
  paperWords,
  unlock,
  divideTall,
  placeNumbers,
) {
  // Text for screen readers is often placed this far outside the window.
  const AWAY_PX = 5_000;
  const REPLACED = "img, svg, canvas, video, iframe, embed, object, input, button, select, textarea";
  // In smaller tables, the words cannot be read.
  const MIN_ZOOM = 0.5;
  let smallestZoom = 1;
  let tableZoom = 1;
  // By table that was scaled down for this width, the zoom that it had.
  /** @type {Map<any, string>} */
  const shrunk = /** @type {any} */ (window).__platen?.shrunk ?? new Map();
  /** @type {Set<any>} */
  const wrapped = /** @type {any} */ (window).__platen?.wrapped ?? new Set();
  const root = document.documentElement;
  const { body } = document;
  const { native, scripted } = /** @type {any} */ (window).__platen ?? {};
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  function adopt(rules) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  // What changes with the styles for paper, or with those below, would be measured as it was before.
  function stopTransitions() {
    adopt("*, ::before, ::after { transition: none !important }");
  }

  // In a wider window, a table may have room, such as one in a box of a fixed width.
  function restoreTables() {
    for (const [table, zoom] of shrunk) table.style.setProperty("zoom", zoom, "important");
    shrunk.clear();
  }

  // Scripts that adapt to the window's size do so in the next frame, or put it off. Pictures choose their source for paper then.
  const adapts = scripted || document.querySelector("source[media*=print]") !== null;
  if (want.resized && native && adapts) {
    await new Promise((resolve) => {
      native.setTimeout(resolve, 500);
      native.frame(() => native.setTimeout(resolve, 0));
    });
    await redrawn();
    await /** @type {any} */ (window).__platenRows?.();
  }
  stopTransitions();
  restoreTables();
  if (want.keepPx !== null) leaveOutRest(want.keepPx);
  if (want.pinned) {
    unlock([], true);
    endScenes();
    unpin({ paper: true, pinned: want.pinned });
    breakLines();
    holdColumns();
  }
  const hasWords = want.pinned === null || paperWords().bringBack(unlock);
  // An image that was far away in the other layout may be on a sheet now.
  for (const element of document.querySelectorAll("[loading=lazy]")) element.setAttribute("loading", "eager");
  const response = (overPx) => ({
    paints: hasWords && paints(),
    overPx,
    heightPx: root?.scrollHeight ?? innerHeight,
    zoom: smallestZoom,
    tableZoom,
  });
  if (!root || !body) return response(0);

  const width = root.clientWidth;
  const rootStyle = getComputedStyle(root);
  const bodyStyle = getComputedStyle(body);
  const isRtl = rootStyle.direction === "rtl" || bodyStyle.direction === "rtl";
  // With such a root, Chromium places a scaled page as if it were not scaled, which is beside the sheet.
  const isUsual = rootStyle.direction === "ltr" && rootStyle.writingMode === "horizontal-tb";
  function turnSheets() {
    if (!isUsual) adopt("@page { direction: ltr; writing-mode: horizontal-tb }");
  }
  if (want.scaled) turnSheets();
  const { zoom, grids } = await openGrids({ endPx: want.endPx, isRtl }, redrawn);
  smallestZoom = zoom;
  // Rows that a script has added can make such a box tall.
  if (grids.length > 0) breakLines();
  const isInGrid = (element) => grids.some((grid) => grid.contains(element));
  openScrollers();
  // In a vertical writing mode the columns continue on the next sheet, so no width is too large.
  if (!want.measured || bodyStyle.writingMode !== "horizontal-tb") {
    if (wrapped.size > 0) placeNumbers(wrapped);
    return response(0);
  }

  const viewportX = (rootStyle.overflowX === "visible" ? bodyStyle : rootStyle).overflowX;
  // Content that a visitor cannot scroll to does not count: hidden menus beside the page, ornaments that stick out.
  const isLocked = viewportX === "hidden" || viewportX === "clip";

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;
  const sticksOut = ({ left, right }) => left < -1 || right > width + 1;

  function scrolls(element) {
    if (element.scrollWidth <= element.clientWidth + 1) return false;
    const { overflowX } = getComputedStyle(element);
    return overflowX === "auto" || overflowX === "scroll";
  }

  function wrapCode(scroller) {
    const isPre = (box) => getComputedStyle(box).whiteSpace === "pre";
    // A column that would become narrower if its numbers could be wrapped.
    const areNumbers = (box) => box.textContent.split("\n").every((line) => /^\d{0,6}$/.test(line.trim()));
    const wrap = (box) => {
      set(box, { "white-space": "pre-wrap", "overflow-wrap": "anywhere" });
      wrapped.add(box);
    };
    for (const code of [scroller, ...scroller.querySelectorAll("code")])
      if (isPre(code) && !areNumbers(code)) wrap(code);
    // Editors place their lines themselves. Lines that have a place or a height of their own would cover each other.
    const withLines = (box) => {
      const boxes = [box, ...box.children];
      for (let outer = box.parentElement; outer !== scroller; outer = outer.parentElement) boxes.push(outer);
      return boxes;
    };
    const isPlaced = (box) => /absolute|fixed/.test(getComputedStyle(box).position);
    const isFull = ({ clientHeight, scrollHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1;
    const boxes = [...scroller.querySelectorAll("*")]
      .filter((box) => isPre(box) && !isPre(box.parentElement) && !box.closest("[contenteditable]"))
      .filter((box) => !withLines(box).some((line) => isPlaced(line) || isFull(line)) && !areNumbers(box))
      .map((box) => ({ box, cssText: box.style.cssText }));
    for (const { box } of boxes) wrap(box);
    const covering = boxes.filter(({ box }) => withLines(box).some(isFull));
    for (const { box, cssText } of covering) {
      box.style.cssText = cssText;
      wrapped.delete(box);
    }
  }

  // Tables are scaled down instead.
  function wrapLines() {
    const isPre = (box) => box !== null && getComputedStyle(box).whiteSpace === "pre";
    for (const box of elements(body)) {
      if (!isPre(box) || isPre(parentOf(box)) || box.closest("[contenteditable], td") || isInGrid(box))
        continue;
      if (widens(rectOf(box), box, "") > want.wrapPx) wrapCode(box);
    }
  }

  function openScrollers() {
    // From the inside to the outside: what a box that is open now adds can be cut off by the box around it.
    for (const element of [...elements(body)].reverse()) {
      if (!scrolls(element) || isInGrid(element)) continue;
      wrapCode(element);
      if (element.matches("table") || element.querySelector("table")) openTable(element);
    }
  }

  function openTable(box) {
    const { clientWidth, scrollWidth } = box;
    const { left } = box.getBoundingClientRect();
    set(box, { overflow: "visible" });
    const isOut = isRtl ? left + clientWidth < scrollWidth : left + scrollWidth > width + 1;
    if (!isOut) return;
    for (const table of [box, ...box.querySelectorAll("table")]) {
      const outer = table.parentElement?.closest("table");
      const isOuter = table.matches("table") && !(outer && box.contains(outer));
      if (isOuter && table.scrollWidth > clientWidth)
        smallestZoom = Math.min(smallestZoom, shrinkTable(table, clientWidth / scrollWidth));
    }
  }

  // A table that sticks out of the page is scaled down alone, so that the page's text keeps its size.
  function shrinkTable(table, share) {
    const before = Number(table.style.zoom) || 1;
    const zoom = Math.max(MIN_ZOOM, Math.floor(before * share * 100) / 100);
    set(table, { zoom });
    return zoom;
  }

  function shrinkTables() {
    for (const table of elements(body)) {
      if (!table.matches("table") || table.parentElement?.closest("table") || isInGrid(table)) continue;
      const rect = table.getBoundingClientRect();
      if (!sticksOut(rect) || Math.max(...reach(rect, table, getComputedStyle(table).position)) === 0)
        continue;
      const roomPx = isRtl ? Math.min(width, rect.right) : width - Math.max(0, rect.left);
      if (roomPx <= 0) continue;
      shrunk.set(table, table.style.zoom);
      tableZoom = Math.min(tableZoom, shrinkTable(table, roomPx / rect.width));
    }
  }

  // Scripts draw more than a box shows, such as the routes around a map. In another size, they would be beside their places.
  function isPlacedInBox(drawing) {
    let isPlaced = false;
    for (let box = drawing; box && box !== body; box = parentOf(box)) {
      const { overflowX, position } = getComputedStyle(box);
      const isCut = box !== drawing && (overflowX === "hidden" || overflowX === "clip");
      if (isCut) return isPlaced && box.getBoundingClientRect().width <= width + 1;
      if (position === "absolute") isPlaced = true;
    }
    return false;
  }

  function shrinkPictures() {
    for (const element of elements(body)) {
      if (!element.matches("img, svg, canvas, video")) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= width + 1) continue;
      if (element.matches("svg, canvas") && isPlacedInBox(element)) continue;
      // Otherwise it would be cut off.
      if (element.matches("svg:not([viewBox])"))
        element.setAttribute("viewBox", `0 0 ${element.clientWidth} ${element.clientHeight}`);
      set(element, {
        "max-width": `${width - Math.max(0, Math.min(box.left, width / 2))}px`,
        height: "auto",
      });
    }
  }

  function isPainted(element, style) {
    if (element.matches(REPLACED)) return true;
    if (style.backgroundImage !== "none" || style.backgroundColor !== "rgba(0, 0, 0, 0)") return true;
    return Number.parseFloat(style.borderRightWidth) > 0 || Number.parseFloat(style.borderLeftWidth) > 0;
  }

  // A coloured band behind other content, which may end with the sheet. A narrower box may be content, such as a bar of a chart.
  function isBand(element, style, { left, width: boxWidth }) {
    if (boxWidth < width || left >= width / 2 || /url\(/.test(style.backgroundImage)) return false;
    const isEmpty = element.childElementCount === 0 && !element.textContent.trim() && !element.shadowRoot;
    return isEmpty && !element.matches(REPLACED);
  }

  // Styles can draw words in an empty element, as MathJax does. A box as wide as the window is only their place.
  function hasStyledWords(element, rect) {
    if (element.childNodes.length > 0 || rect.width >= width) return false;
    return ["::before", "::after"].some((part) =>
      /"[^"]*\S[^"]*"/.test(getComputedStyle(element, part).content),
    );
  }

  // How far a painted rectangle sticks out of the window, after and before it in the direction of scrolling. [0, 0] if a reader
  // cannot scroll to it.
  function reach(rect, element, ownPosition) {
    const none = [0, 0];
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return none;
    let { left, right } = rect;
    let position = ownPosition;
    let isLoose = position === "absolute" || position === "fixed";
    for (
      let box = ownPosition ? parentOf(element) : element;
      box && box !== body && box !== root;
      box = parentOf(box)
    ) {
      const style = getComputedStyle(box);
      const holds = style.position !== "static" || style.transform !== "none";
      if (holds || position !== "absolute") {
        if (style.overflowX !== "visible") {
          const edge = box.getBoundingClientRect();
          left = Math.max(left, edge.left);
          right = Math.min(right, edge.right);
          if (left >= right) return none;
        }
        position = style.position;
      }
      if (style.position === "absolute" || style.position === "fixed" || style.transform !== "none")
        isLoose = true;
    }
    const isAway = left > width + AWAY_PX || right < -AWAY_PX;
    if (isLoose && (isLocked || isAway)) return none;
    // Nothing can be scrolled to against the root's direction. Only a block of the other direction overflows that way.
    const isTurned = !isLoose && (getComputedStyle(element).direction === "rtl") !== isRtl;
    const after = isRtl ? -left : right - width;
    const before = isRtl ? right - width : -left;
    return [Math.max(0, after), isTurned ? Math.max(0, before) : 0];
  }

  function textsOf(element) {
    const nodes = [...(element.shadowRoot?.childNodes ?? []), ...element.childNodes];
    return nodes.filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());
  }

  const range = document.createRange();
  function rectOf(node) {
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  }

  // By how much a rectangle makes the page wider.
  const widens = (rect, element, position) =>
    rect.width > 0 && rect.height > 0 && sticksOut(rect) ? Math.max(...reach(rect, element, position)) : 0;
  const textWidens = (element) => (node) => widens(rectOf(node), element, "");

  // Not on the whole page, where words that are wider than their column would be broken too.
  function wrapWords() {
    for (const element of [body, ...elements(body)])
      if (textsOf(element).some(textWidens(element))) set(element, { "overflow-wrap": "break-word" });
  }

  function over() {
    let most = 0;
    for (const element of [body, ...elements(body)]) {
      most = Math.max(most, ...textsOf(element).map(textWidens(element)));
      if (element === body) continue;
      const rect = element.getBoundingClientRect();
      if (!sticksOut(rect)) continue;
      const style = getComputedStyle(element);
      const isContent = isPainted(element, style) && !isBand(element, style, rect);
      if (isContent || hasStyledWords(element, rect))
        most = Math.max(most, widens(rect, element, style.position));
    }
    return Math.ceil(most);
  }

  // What is placed absolutely counts from the body then, and not from the window. Without margins, both begin at the same place.
  function placeFromWindow() {
    const { left, right } = body.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(body);
    if (left < 1 && right > width - 1) return;
    set(body, {
      "box-sizing": "border-box",
      width: "auto",
      "max-width": "none",
      "margin-left": "0px",
      "margin-right": "0px",
      "padding-left": `${Number.parseFloat(paddingLeft) + Math.max(0, left)}px`,
      "padding-right": `${Number.parseFloat(paddingRight) + Math.max(0, width - right)}px`,
    });
  }

  // Chromium shrinks the page for all content that sticks out, visible or not.
  function clipTheRest() {
    if (root.scrollWidth <= width + 1) return;
    const { left, right } = body.getBoundingClientRect();
    const margin = Math.max(0, left, width - right);
    set(root, { "overflow-x": "hidden" });
    // The window does not scroll for the body any more.
    set(body, { overflow: "clip visible", "overflow-clip-margin": `${margin}px` });
    if (root.scrollWidth > width + 1 && getComputedStyle(body).position === "static") {
      set(body, { position: "relative" });
      placeFromWindow();
    }
  }

  shrinkPictures();
  let overPx = over();
  const narrow = (change) => {
    change();
    overPx = over();
  };
  if (overPx > 1) narrow(wrapWords);
  if (overPx > want.wrapPx) narrow(wrapLines);
  if (overPx > 1 && !want.clipped) narrow(shrinkTables);
  if (overPx > 1 && !want.scaled) turnSheets();
  if (overPx <= 1 || want.clipped) clipTheRest();
  if (wrapped.size > 0) placeNumbers(wrapped);
  if (want.sheetPx !== null) divideTall(want.sheetPx);
  return response(overPx);
}
