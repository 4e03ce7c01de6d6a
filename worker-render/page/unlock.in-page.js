/**
 * For applications in which the window does not scroll, but the body or a box inside it does: it grows to its full height.
 * @param {Element[]} [wrapped] further boxes that must grow
 * @param {boolean} [again] only finds the place of boxes that have grown, because other styles apply, such as those for paper
 */
export default function unlock(wrapped = [], again = false) {
  const root = document.documentElement;
  const { body } = document;
  const { opened, placed = new Map() } = /** @type {any} */ (window).__platen ?? {};
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;

  const cutOffPx = (document.scrollingElement ?? root).scrollHeight - innerHeight;
  // A page can be a little higher than the window by mistake, with a footer below the box that holds it.
  const minHiddenPx = cutOffPx > 8 ? cutOffPx * 4 : 8;

  function scrollsAcross(box) {
    return /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1;
  }

  function holdsThePage(element) {
    if (element.scrollHeight - element.clientHeight < minHiddenPx) return false;
    const { overflowY } = getComputedStyle(element);
    // The window scrolls for the body, unless the root element has an overflow of its own.
    if (element === body) return overflowY !== "visible" && getComputedStyle(root).overflow !== "visible";
    if (element.clientWidth < innerWidth * 0.5 || element.clientHeight < innerHeight * 0.5) return false;
    // Some libraries notice with a hidden box that its size changes.
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    return overflowY === "auto" || overflowY === "scroll";
  }

  // What is cut off at the sides stays so: menus wait there.
  function openDown(box) {
    if (box !== root && box !== body && scrollsAcross(box)) opened?.add(box);
    const { overflowX, overflowY, minWidth } = getComputedStyle(box);
    const across = overflowX === "hidden" || overflowX === "clip" ? "clip" : "visible";
    // Beside a menu in a row, what scrolls may be narrower than its content. What does not scroll would grow to the right.
    if (minWidth === "auto" && !/visible|clip/.test(overflowY)) set(box, { "min-width": "0" });
    set(box, { overflow: `${across} visible`, contain: "none" });
    const { position } = getComputedStyle(box);
    if (position === "fixed" || position === "absolute") putInFlow(box);
  }

  // It stays beside its menu and below its header, which keep their places.
  function putInFlow(box) {
    const before = box.getBoundingClientRect();
    const undo = placed.get(box) ?? [];
    placed.set(box, undo);
    const put = (element, styles) => {
      const { style } = element;
      for (const name of style ? Object.keys(styles) : []) {
        const [value, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)];
        undo.push(() => style.setProperty(name, value, priority));
      }
      set(element, styles);
    };
    put(box, { position: "relative", inset: "auto" });
    // Its margin must not move the box around it, nor margins inside it move it.
    for (const one of [box, parentOf(box)]) {
      if (getComputedStyle(one).display === "block") put(one, { display: "flow-root" });
    }
    const push = (side, px) => {
      if (px < 1) return;
      const margin = Number.parseFloat(getComputedStyle(box).getPropertyValue(side));
      put(box, { [side]: `${margin + px}px` });
    };
    push("margin-left", before.left - box.getBoundingClientRect().left);
    push("margin-top", before.top - box.getBoundingClientRect().top);
    push("margin-right", box.getBoundingClientRect().right - before.right);
    // In a flex box it is only as wide as its words.
    const { width } = box.getBoundingClientRect();
    if (width > before.width - 1) return;
    put(box, { "box-sizing": "border-box", width: "100%", "flex-shrink": "0" });
    const besidePx = box.getBoundingClientRect().width - before.width;
    put(box, { width: `calc(100% - ${besidePx}px)` });
  }

  function placeAgain() {
    const boxes = [...placed];
    placed.clear();
    for (const [, undo] of boxes) {
      for (const takeBack of undo.reverse()) takeBack();
    }
    for (const [box] of boxes) {
      if (/fixed|absolute/.test(getComputedStyle(box).position)) putInFlow(box);
    }
  }

  // Parts of a box whose height depends on that of the box, such as one that fills the window, and all of whose content is seen.
  function partsOf(box) {
    const parts = [...box.children].filter(
      (part) =>
        part.offsetHeight > 0 &&
        part.scrollHeight <= part.offsetHeight &&
        !/absolute|fixed/.test(getComputedStyle(part).position),
    );
    return parts.map((part) => ({ part, px: part.offsetHeight }));
  }

  const grown = { height: "auto", "max-height": "none" };
  function grow(element) {
    const height = element.scrollHeight;
    const parts = partsOf(element);
    /** @type {Element | null} */
    let box = element;
    for (; box && box !== root; box = parentOf(box)) {
      openDown(box);
      set(box, grown);
    }
    // What is placed in a box does not make it higher.
    if (element.clientHeight < height - 8) set(element, { "min-height": `${height}px` });
    const changed = parts.filter(({ part, px }) => Math.abs(part.offsetHeight - px) > 8);
    // They need more on narrower paper.
    for (const { part, px } of changed) set(part, { height: "auto", "min-height": `${px}px` });
  }

  if (again) {
    placeAgain();
    return;
  }
  for (const element of wrapped) grow(element);
  if (!body || cutOffPx > innerHeight / 4) return;
  // While a dialog is open, scripts fix the body to keep the page behind it from scrolling.
  const isFixed = getComputedStyle(body).position === "fixed" && body.scrollHeight > innerHeight + 8;
  if (isFixed || holdsThePage(body)) {
    // It keeps its height: sections can be as high as the body, which is as high as the window.
    openDown(body);
    openDown(root);
    return;
  }
  const held = [...elements(body)].filter(holdsThePage);
  for (const element of held) grow(element);
  if (held.length === 0 && wrapped.length === 0) return;
  openDown(root);
  set(root, grown);
}
