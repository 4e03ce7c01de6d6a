/**
 * Lets tables and grids out of boxes that scroll, because paper cannot scroll: a grid becomes as wide as its columns and as high as
 * its rows, so that scripts which keep only what is in view in the document add the rest. A wide one is scaled down as a whole, with
 * its heads. What does not become complete, or would cover something, stays as it is.
 * @param {{ endPx: number, isRtl: boolean }} want `endPx`: where the last sheet ends. A grid that would not end before it
 *   keeps its height.
 * @param {() => Promise<unknown>} redrawn
 * @returns {Promise<{ zoom: number, grids: Element[] }>} `zoom`: of the grid that was scaled down most. `grids`: those that were
 *   found so far, also if they stay as they are
 */
export default async function openGrids(want, redrawn) {
  const GRID = "[role=grid], [role=treegrid], [role=table]";
  const TABLE = `table, ${GRID}`;
  const CONTENT = "[role=gridcell], img, svg, canvas, input, button, select";
  const MAX_GRIDS = 20;
  // In a smaller grid, nothing could be read.
  const MIN_ZOOM = 0.25;
  // The words of a page that scrolls can have a table among them.
  const MIN_SHARE = 0.8;
  const MIN_OVER_PX = 8;
  // Padding and borders around a grid.
  const AROUND_PX = 80;
  const NEAR_PX = 60;
  // Room for what moves to the next sheet.
  const MAX_SHARE = 0.9;
  const ROUNDS = 6;
  const REACTION_MS = 100;
  // For all waits. The layout has 8 s.
  const MAX_MS = 2_500;
  const root = document.documentElement;
  const { body } = document;
  const notes = /** @type {any} */ (window).__platen ?? {};
  const { native, opened = new Set(), grids: known = new Set() } = notes;

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;
  // The text of what is hidden is all that is in it.
  const wordsOf = (element) => (element.checkVisibility() ? (element.innerText?.trim().length ?? 0) : 0);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

  const over = (box) => {
    const { overflowX, overflowY } = getComputedStyle(box);
    const scrolls = (value, px) => ((/auto|scroll/.test(value) || opened.has(box)) && px > 1 ? px : 0);
    return {
      x: scrolls(overflowX, box.scrollWidth - box.clientWidth),
      y: scrolls(overflowY, box.scrollHeight - box.clientHeight),
    };
  };

  // Whether nearly all that scrolls is a table or a grid.
  function isOfTables(box) {
    if (box.closest(GRID)) return true;
    const tables = [...box.querySelectorAll(TABLE)].filter((table) => {
      const outer = table.parentElement?.closest(TABLE);
      return !(outer && box.contains(outer));
    });
    const words = tables.reduce((sum, table) => sum + wordsOf(table), 0);
    return words > 0 && words >= wordsOf(box) * MIN_SHARE;
  }

  // Heads of columns have a box of their own in many grids.
  function isHeadOf(element, box) {
    const one = element.getBoundingClientRect();
    const other = box.getBoundingClientRect();
    const isStacked = Math.abs(one.left - other.left) < AROUND_PX && one.width < other.width + AROUND_PX;
    const hasTable = element.matches(TABLE) || element.querySelector(TABLE) !== null;
    const { x, y } = over(element);
    return isStacked && hasTable && x + y === 0;
  }

  // The largest box that shows nothing but the grid.
  function gridAround(scroller) {
    let grid = scroller.closest(GRID) ?? scroller;
    let inner = grid;
    for (let outer = parentOf(grid); outer && outer !== body && outer !== root; outer = parentOf(outer)) {
      const hasOwnWords = [...outer.childNodes].some(
        (node) => node instanceof Text && node.nodeValue?.trim() !== "",
      );
      const others = [...outer.children].filter((child) => child !== inner && wordsOf(child) > 0);
      const isWider = outer.clientWidth > grid.getBoundingClientRect().width + AROUND_PX;
      if (hasOwnWords || isWider || !others.every((child) => isHeadOf(child, grid))) break;
      inner = outer;
      // Without a box of its own (`display: contents`), it has no size.
      if (outer.getClientRects().length > 0) grid = outer;
    }
    return grid;
  }

  const chainOf = (scroller, grid) => {
    const chain = [];
    for (let box = scroller; box && box !== grid; box = parentOf(box)) chain.push(box);
    return [...chain, grid];
  };
  const outside = (grid) => {
    const boxes = [];
    for (let box = parentOf(grid); box && box !== body && box !== root; box = parentOf(box)) boxes.push(box);
    return boxes;
  };

  const endsAt = native ? native.now() + MAX_MS : 0;

  // Until scripts have added what has room now.
  async function redrawnAll() {
    if (!notes.scripted) return;
    let known = -1;
    for (let round = 1; round <= ROUNDS && native.now() < endsAt; round += 1) {
      await new Promise((resolve) => {
        native.setTimeout(resolve, 500);
        native.frame(() => native.setTimeout(resolve, REACTION_MS));
      });
      await redrawn();
      const count = document.querySelectorAll("*").length;
      if (count === known) return;
      known = count;
    }
  }

  // Whether what scrolls has content near its end. An empty box there can stand for columns or rows that are missing.
  function isFilled(scroller, side) {
    const box = scroller.getBoundingClientRect();
    const size = side === "x" ? scroller.scrollWidth : scroller.scrollHeight;
    const isNear = ({ left, right, bottom, width }) => {
      if (width > size / 2) return false;
      const across = want.isRtl ? box.right - left : right - box.left;
      return size - (side === "x" ? across : bottom - box.top) < NEAR_PX;
    };
    const hasWords = (element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.nodeValue?.trim());
    return [...elements(scroller)].some(
      (element) => (element.matches(CONTENT) || hasWords(element)) && isNear(element.getBoundingClientRect()),
    );
  }

  class Grid {
    constructor(element, scrollers) {
      this.element = element;
      this.scrollers = scrollers;
      this.before = element.getBoundingClientRect();
      this.own = new Map();
      this.heights = new Map();
      this.below = chainOf(element, body)
        .flatMap((box) => {
          const next = [];
          for (let one = box.nextElementSibling; one; one = one.nextElementSibling) next.push(one);
          return next;
        })
        .filter((one) => isShown(one) && one.getBoundingClientRect().top >= this.before.bottom - 1);
      this.zoom = 1;
      this.isWider = false;
      this.isHigher = false;
      this.isKept = false;
    }

    set(element, styles) {
      const { style } = element;
      if (!this.own.has(element)) this.own.set(element, style.cssText);
      for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, "important");
    }

    restore() {
      this.isKept = true;
      this.zoom = 1;
      for (const [element, cssText] of this.own) element.style.cssText = cssText;
    }

    most(side) {
      return Math.max(...this.scrollers.map((scroller) => over(scroller)[side]));
    }

    widen() {
      const px = this.most("x");
      if (px === 0) return;
      const width = this.element.offsetWidth + px;
      const zoom = Math.floor((this.before.width / width) * 100) / 100;
      if (zoom < MIN_ZOOM) return;
      this.isWider = true;
      this.zoom = zoom;
      this.setWidth(this.element, width);
    }

    // Boxes inside that have a width of their own.
    widenInside() {
      const px = this.most("x");
      if (!this.isWider || px < MIN_OVER_PX) return;
      const { right } = this.element.getBoundingClientRect();
      for (const scroller of this.scrollers) {
        const narrow = chainOf(scroller, this.element).filter(
          (box) => right - box.getBoundingClientRect().right > px / 2,
        );
        for (const box of narrow) this.setWidth(box, box.offsetWidth + px);
      }
    }

    setWidth(box, px) {
      this.set(box, { "box-sizing": "border-box", width: `${px}px`, "max-width": "none" });
      const { display, flexDirection } = getComputedStyle(parentOf(box));
      if (display.endsWith("flex") && flexDirection.startsWith("row")) this.set(box, { flex: "none" });
    }

    // What is placed somewhere would cover what is below it.
    get isPlaced() {
      return [this.element, ...outside(this.element)].some((box) =>
        /absolute|fixed/.test(getComputedStyle(box).position),
      );
    }

    heighten() {
      this.isHigher = true;
      const heights = new Map();
      for (const scroller of this.scrollers) {
        const px = over(scroller).y;
        for (const box of px > 0 ? chainOf(scroller, this.element) : [])
          heights.set(box, Math.max(heights.get(box) ?? 0, box.offsetHeight + px));
      }
      for (const [box, height] of heights) this.setHeight(box, height);
    }

    setHeight(box, px) {
      // A flex box would make it smaller than its height.
      const height = `${px}px`;
      this.set(box, { "box-sizing": "border-box", height, "min-height": height, "max-height": "none" });
      this.heights.set(box, px);
    }

    // With its head on each sheet, and with rows that move to the next one, a table is higher on paper. Boxes that are as high
    // without a height of their own grow with it, also if they have been placed in another one.
    followRows() {
      const set = (styles) => {
        for (const [box, px] of this.heights) this.set(box, styles(`${px}px`));
      };
      const isAsHigh = () => [...this.heights].every(([box, px]) => Math.abs(box.offsetHeight - px) <= 1);
      set(() => ({ height: "auto", "min-height": "0px" }));
      let follows = isAsHigh();
      if (!follows) {
        const before = [...this.heights.keys()]
          .filter((box) => getComputedStyle(box).position === "absolute")
          .map((box) => ({ box, cssText: box.style.cssText }));
        for (const { box } of before) this.set(box, { position: "relative", inset: "auto" });
        follows = isAsHigh();
        if (!follows) for (const { box, cssText } of before) box.style.cssText = cssText;
      }
      set((px) => ({ height: follows ? "auto" : px, "min-height": px }));
    }

    shrink() {
      if (this.zoom < 1) this.set(this.element, { zoom: String(this.zoom) });
      // Rows are rounded to whole px.
      if (this.isHigher) this.heighten();
      // Between two sheets, a box that scrolls can lose what is placed in it.
      const isOpen = (scroller) => Math.max(over(scroller).x, over(scroller).y) < MIN_OVER_PX;
      for (const scroller of this.scrollers)
        if (isOpen(scroller)) this.set(scroller, { overflow: "visible" });
      for (const box of this.isHigher ? outside(this.element) : []) {
        const px = box.scrollHeight - box.clientHeight;
        if (box.clientHeight > 0 && px > 1) this.setHeight(box, box.offsetHeight + px);
      }
    }

    // Whether all that has room now is there.
    get isComplete() {
      return this.scrollers.every((scroller) => {
        if (wordsOf(scroller) === 0) return true;
        const rest = over(scroller);
        const isWhole = !this.isWider || (rest.x < MIN_OVER_PX && isFilled(scroller, "x"));
        return isWhole && (!this.isHigher || (rest.y < MIN_OVER_PX && isFilled(scroller, "y")));
      });
    }

    get covers() {
      const { bottom } = this.element.getBoundingClientRect();
      const isCut = outside(this.element).some(
        (box) =>
          getComputedStyle(box).overflowY !== "visible" && box.getBoundingClientRect().bottom < bottom - 1,
      );
      return isCut || this.below.some((one) => one.getBoundingClientRect().top < bottom - 1);
    }
  }

  function find() {
    const found = new Map();
    for (const box of elements(body)) {
      if (!opened.has(box) && !/auto|scroll/.test(getComputedStyle(box).overflow)) continue;
      const { x, y } = over(box);
      if (x + y < MIN_OVER_PX || !isShown(box) || !isOfTables(box)) continue;
      const element = gridAround(box);
      if (known.has(element)) continue;
      const isPlain = element === box && y < MIN_OVER_PX && !box.closest(GRID);
      const hasHead =
        element !== box && element.querySelectorAll(TABLE).length > box.querySelectorAll(TABLE).length;
      if (isPlain || (!hasHead && y < MIN_OVER_PX && !box.closest(GRID))) continue;
      found.set(element, [...(found.get(element) ?? []), box]);
      if (found.size === MAX_GRIDS) break;
    }
    const all = [...found.keys()];
    const outer = all.filter((element) => !all.some((other) => other !== element && other.contains(element)));
    return outer.map((element) => new Grid(element, found.get(element)));
  }

  if (!body?.querySelector(TABLE)) return { zoom: 1, grids: [] };
  const grids = find();
  // Some scripts look at these events alone.
  const changed = async () => {
    dispatchEvent(new Event("resize"));
    for (const { scrollers } of grids)
      for (const scroller of scrollers) scroller.dispatchEvent(new Event("scroll"));
    await redrawnAll();
  };
  for (const { element } of grids) known.add(element);
  if (grids.length === 0) return { zoom: 1, grids: [...known] };
  if (grids.some((grid) => grid.most("x") > 0)) {
    for (const grid of grids) grid.widen();
    await changed();
    for (const grid of grids) grid.widenInside();
    await changed();
  }
  let leftPx = want.endPx * MAX_SHARE - root.scrollHeight;
  for (const grid of grids) {
    const px = grid.most("y") * grid.zoom;
    if (px === 0 || px > leftPx || grid.isPlaced) continue;
    leftPx -= px;
    grid.heighten();
  }
  if (grids.some(({ isHigher }) => isHigher)) await changed();
  for (const grid of grids) if (!grid.isComplete) grid.restore();
  const complete = grids.filter(({ isKept }) => !isKept);
  for (const grid of complete) grid.shrink();
  for (const grid of complete) {
    if (grid.covers) grid.restore();
    else grid.followRows();
  }
  if (grids.some(({ isKept }) => isKept)) await changed();
  return { zoom: Math.min(1, ...grids.map(({ zoom }) => zoom)), grids: [...known] };
}
