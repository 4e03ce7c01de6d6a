/**
 * Notes the words that a visitor sees who scrolls, and brings back those that are gone afterwards: rows of a long list that are
 * in the document only while they are in view, and words that are hidden while they are not.
 * @param {() => Promise<unknown>} drawn resolves after a frame
 * @param {(ms: number) => Promise<unknown>} sleep
 * @param {() => void} unlock lets a box that scrolls the page grow to its full height
 */
export default function seenWords(drawn, sleep, unlock) {
  // Each is measured at each step.
  const MAX_ELEMENTS = 4_000;
  const MIN_LOST = 2;
  // Nothing else is near the place of a row that is gone.
  const NEAR_PX = 150;
  // All rows of a very long list would be too much for the page.
  const MAX_PX = 60_000;
  const ROUNDS = 8;
  // Scripts react to a new size a moment later.
  const REACTION_MS = 150;
  // Other words at the same place, such as the next slide: this part of the area of the smaller one.
  const SAME_PLACE = 0.3;
  const root = document.documentElement;
  const page = document.scrollingElement ?? root;
  /** @type {Map<Element, number[]>} By what scrolls, how far down in it words were. */
  const places = new Map();
  const seen = new Set();
  // In view, but not to be seen yet.
  const waiting = new Set();
  // Of boxes that scripts move, when their words were last seen.
  const transforms = new Map();

  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim() !== "";
  const hasText = (element) => [...element.childNodes].some(isText);
  const hasContent = (element) => element.matches("img, svg, canvas, video, iframe") || hasText(element);
  const isHidden = (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const elementsIn = (scroller) => [...scroller.querySelectorAll("*")];
  const scrollsDown = (element) =>
    element.scrollHeight > element.clientHeight + 8 &&
    /auto|scroll/.test(getComputedStyle(element).overflowY);
  // From the top of the window to the top of the scroller's content.
  const startOf = (scroller) =>
    scroller === page ? -scrollY : scroller.getBoundingClientRect().top - scroller.scrollTop;

  function isPinned(element) {
    for (let box = element; box; box = box.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(box).position)) return true;
    return false;
  }

  function see(element) {
    seen.add(element);
    for (let box = element; box && box !== document.body; box = box.parentElement)
      if (box.style?.transform) transforms.set(box, box.style.transform);
  }

  // Notes the words that are in the window.
  function note(scroller) {
    for (const element of waiting) {
      if (isHidden(element)) continue;
      waiting.delete(element);
      see(element);
    }
    if (scroller.scrollHeight > MAX_PX || scroller.clientHeight < innerHeight / 2) return;
    const all = elementsIn(scroller);
    if (all.length > MAX_ELEMENTS) return;
    /** @type {number | null} */
    let inMiddle = null;
    for (const element of all) {
      const { top, bottom, height } = element.getBoundingClientRect();
      if (height === 0 || bottom <= 0 || top >= innerHeight || !hasText(element)) continue;
      if (isHidden(element)) waiting.add(element);
      else see(element);
      const middle = (top + bottom) / 2;
      const isNear = Math.abs(middle / innerHeight - 0.5) < 0.1;
      if (isNear && inMiddle === null && !isPinned(element)) inMiddle = middle - startOf(scroller);
    }
    if (inMiddle !== null) places.set(scroller, [...(places.get(scroller) ?? []), inMiddle]);
  }

  // What scrolls and has lost words, or the rows around them. What a box inside it cuts off is not in their place.
  function losers() {
    return [...places].flatMap(([scroller, noted]) => {
      const start = startOf(scroller);
      const all = elementsIn(scroller);
      const inner = all.filter(scrollsDown);
      const boxes = all
        .filter((element) => hasContent(element) && !inner.some((box) => box.contains(element)))
        .concat(inner)
        .map((element) => element.getBoundingClientRect());
      const isThere = (y) =>
        boxes.some(({ top, bottom }) => top - start < y + NEAR_PX && bottom - start > y - NEAR_PX);
      return noted.filter((y) => !isThere(y)).length < MIN_LOST ? [] : [scroller];
    });
  }

  async function untilAllAreThere(update) {
    let known = -1;
    for (let round = 1; round <= ROUNDS; round += 1) {
      update();
      await drawn();
      await sleep(REACTION_MS);
      // Further rows can follow when the first are measured.
      const count = elementsIn(page).length;
      if (count === known) return;
      known = count;
    }
  }

  const resized = () => dispatchEvent(new Event("resize"));

  // Gives the page a size in which all rows down to `reachPx` are in view.
  async function showRows(reachPx) {
    const own = Object.getOwnPropertyDescriptor(window, "innerHeight") ?? {};
    await untilAllAreThere(() => {
      const px = Math.min(page.scrollHeight, reachPx);
      const height = { configurable: true, get: () => px };
      Object.defineProperty(window, "innerHeight", height);
      Object.defineProperty(root, "clientHeight", height);
      resized();
    });
    Object.defineProperty(window, "innerHeight", own);
    Reflect.deleteProperty(root, "clientHeight");
  }

  // Brings back rows that are gone. The layout for paper does so again: scripts see the real window when its width changes.
  async function bringBackRows(reachPx) {
    const found = losers();
    if (found.length === 0) return;
    if (found.some((scroller) => scroller !== page)) unlock();
    const before = elementsIn(page).length;
    await showRows(reachPx);
    const count = elementsIn(page).length;
    if (count <= before) {
      resized();
      return;
    }
    /** @type {any} */ (window).__platenRows = async () => {
      await drawn();
      if (elementsIn(page).length < count) await showRows(reachPx);
    };
  }

  function shareOf(one, other) {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (width <= 0 || height <= 0) return 0;
    return (width * height) / Math.min(one.width * one.height, other.width * other.height);
  }

  function show(element) {
    for (let box = element; box && box !== root; box = box.parentElement) {
      const { opacity, visibility } = getComputedStyle(box);
      if (opacity !== "0" && visibility === "visible") continue;
      const styles = {
        transition: "none",
        opacity: "1",
        visibility: "visible",
        transform: transforms.get(box) ?? "",
      };
      for (const [name, value] of Object.entries(styles))
        if (value) box.style.setProperty(name, value, "important");
    }
  }

  // Shows words that were seen and are hidden now, unless others are in their place. True when there were some.
  function bringBackHidden() {
    const gone = [...seen].filter(
      (element) => element.isConnected && element.getClientRects().length > 0 && isHidden(element),
    );
    if (gone.length === 0) return false;
    const others = elementsIn(page)
      .filter((element) => hasContent(element) && !isHidden(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    let hasShown = false;
    for (const element of gone) {
      const box = element.getBoundingClientRect();
      const isTaken = others.some(
        (other) =>
          shareOf(box, other.box) > SAME_PLACE &&
          !other.element.contains(element) &&
          !element.contains(other.element),
      );
      if (isTaken || isPinned(element)) continue;
      others.push({ element, box });
      hasShown = true;
      show(element);
    }
    return hasShown;
  }

  return { note, bringBackRows, bringBackHidden };
}
