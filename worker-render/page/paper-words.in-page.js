/**
 * Finds words that are seen on the screen and lost on paper, although the styles for paper do not leave them out: they are
 * transparent, cut off by a box that is lower there, or beside the sheet.
 */
export default function paperWords() {
  // Of a page with more, only a part is looked at.
  const MAX_TEXTS = 400;
  const MIN_CHARS = 12;
  // Of the area of a text.
  const SEEN = 0.9;
  const LOST = 0.5;
  // Of the texts that are not left out. With fewer, the styles for paper do not work.
  const MIN_LEFT = 0.1;
  const { body } = document;
  const store = /** @type {any} */ (window);
  const range = document.createRange();
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  function* texts(tree) {
    const walker = document.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.shadowRoot) yield* texts(node.shadowRoot);
      } else if ((node.nodeValue?.trim().length ?? 0) >= MIN_CHARS) yield node;
    }
  }

  function rectOf(text) {
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  }

  // What cuts off an element's content: from the outermost box to the innermost.
  const boxesOf = new Map();
  function cuttersOf(element) {
    if (!element || element === body || element === document.documentElement) return [];
    const known = boxesOf.get(element);
    if (known) return known;
    const { position, overflowX, overflowY } = getComputedStyle(element);
    const around = position === "absolute" ? element.offsetParent : parentOf(element);
    const boxes = position === "fixed" ? [] : cuttersOf(around);
    const cuts = overflowX !== "visible" || overflowY !== "visible";
    const found = cuts ? [...boxes, { element, rect: element.getBoundingClientRect() }] : boxes;
    boxesOf.set(element, found);
    return found;
  }

  const isRtl = body && getComputedStyle(body).direction === "rtl";
  // Nothing is before the beginning of the page.
  const page = { left: isRtl ? -Infinity : -scrollX, top: -scrollY, right: Infinity, bottom: Infinity };

  function share(rect, boxes) {
    let { left, top, right, bottom } = rect;
    for (const box of [page, ...boxes.map((one) => one.rect)]) {
      left = Math.max(left, box.left);
      top = Math.max(top, box.top);
      right = Math.min(right, box.right);
      bottom = Math.min(bottom, box.bottom);
    }
    return (Math.max(0, right - left) * Math.max(0, bottom - top)) / (rect.width * rect.height);
  }

  // The part of the text that is not cut off; null if it is left out.
  function shareSeen(text) {
    const element = parentOf(text);
    const rect = rectOf(text);
    if (rect.width === 0 || rect.height === 0 || !element?.checkVisibility({ visibilityProperty: true }))
      return null;
    return share(rect, cuttersOf(element));
  }
  const isOpaque = (text) => parentOf(text).checkVisibility({ opacityProperty: true });

  function note() {
    const all = body ? [...texts(body)] : [];
    const step = Math.ceil(all.length / MAX_TEXTS);
    const looked = all.filter((_, index) => index % step === 0);
    store.__platenWords = looked.filter((text) => isOpaque(text) && (shareSeen(text) ?? 0) > SEEN);
  }

  function show(text) {
    /** @type {Element | null} */
    let box = parentOf(text);
    for (; box; box = parentOf(box)) if (getComputedStyle(box).opacity === "0") set(box, { opacity: "1" });
  }

  // The boxes that cut off most of the text's height.
  function cutDownBy(text) {
    const { top, bottom, height } = rectOf(text);
    return cuttersOf(parentOf(text))
      .filter(({ rect }) => Math.min(bottom, rect.bottom) - Math.max(top, rect.top) < height * LOST)
      .map(({ element }) => element);
  }

  // Brings back what it can. Returns whether enough of the page's words are on paper then.
  function bringBack(unlock) {
    const noted = (store.__platenWords ?? []).filter((text) => text.isConnected && shareSeen(text) !== null);
    for (const text of noted) if (!isOpaque(text)) show(text);
    const cut = noted.filter((text) => cutDownBy(text).length > 0);
    // Some styles for paper leave out a menu with a height of 0.
    const isMost = cut.length >= noted.length * LOST;
    const boxes = cut.flatMap(cutDownBy).filter((box) => isMost || box.clientHeight > 1);
    if (boxes.length > 0) unlock([...new Set(boxes)]);
    boxesOf.clear();
    const left = noted.filter((text) => (shareSeen(text) ?? 0) >= LOST);
    return noted.length === 0 || left.length / noted.length >= MIN_LEFT;
  }

  return { note, bringBack };
}
