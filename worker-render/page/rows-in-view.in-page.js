/**
 * For pages that have only those rows of a long list in the document that are in view. While the page is scrolled, it notes where
 * words are. If nothing is there afterwards, the page gets a size in which everything is in view.
 * @param {() => Promise<unknown>} drawn resolves after a frame
 * @param {(ms: number) => Promise<unknown>} sleep
 * @param {() => void} unlock lets a box that scrolls the page grow to its full height
 */
export default function rowsInView(drawn, sleep, unlock) {
  // Such a page has few elements at a time.
  const MAX_ELEMENTS = 3_000;
  const MIN_LOST = 2;
  // Nothing else is near the place of a row that is gone.
  const NEAR_PX = 150;
  // All rows of a very long list would be too much for the page.
  const MAX_PX = 60_000;
  const ROUNDS = 8;
  // Scripts react to a new size a moment later.
  const REACTION_MS = 150;
  const root = document.documentElement;
  const page = document.scrollingElement ?? root;
  /** @type {Map<Element, number[]>} By what scrolls, how far down in it the words were. */
  const seen = new Map();

  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim() !== "";
  const hasText = (element) => [...element.childNodes].some(isText);
  const hasContent = (element) => element.matches("img, svg, canvas, video, iframe") || hasText(element);
  const elementsIn = (scroller) => [...(scroller === page ? document.body : scroller).querySelectorAll("*")];
  // From the top of the window to the top of the scroller's content.
  const startOf = (scroller) =>
    scroller === page ? -scrollY : scroller.getBoundingClientRect().top - scroller.scrollTop;

  function isPinned(element) {
    for (let box = element; box; box = box.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(box).position)) return true;
    return false;
  }

  // Notes the words in the middle of the window.
  function note(scroller) {
    if (scroller.scrollHeight > MAX_PX || scroller.clientHeight < innerHeight / 2) return;
    const all = elementsIn(scroller);
    if (all.length > MAX_ELEMENTS) return;
    for (const element of all) {
      const { top, bottom, height } = element.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      if (height === 0 || middle < innerHeight * 0.4 || middle > innerHeight * 0.6) continue;
      if (!hasText(element) || isPinned(element)) continue;
      const places = seen.get(scroller) ?? [];
      seen.set(scroller, [...places, middle - startOf(scroller)]);
      return;
    }
  }

  // What has lost words, or the rows around them.
  function losers() {
    return [...seen].flatMap(([scroller, places]) => {
      const start = startOf(scroller);
      const boxes = elementsIn(scroller)
        .filter(hasContent)
        .map((element) => element.getBoundingClientRect());
      const isThere = (y) =>
        boxes.some(({ top, bottom }) => top - start < y + NEAR_PX && bottom - start > y - NEAR_PX);
      return places.filter((y) => !isThere(y)).length < MIN_LOST ? [] : [scroller];
    });
  }

  async function untilAllAreShown(update) {
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

  // True when rows were missing.
  async function showAll() {
    const found = losers();
    if (found.length === 0) return false;
    if (found.some((scroller) => scroller !== page)) unlock();
    const own = Object.getOwnPropertyDescriptor(window, "innerHeight") ?? {};
    const resized = () => dispatchEvent(new Event("resize"));
    const before = elementsIn(page).length;
    await untilAllAreShown(() => {
      const px = page.scrollHeight;
      const height = { configurable: true, get: () => px };
      Object.defineProperty(window, "innerHeight", height);
      Object.defineProperty(root, "clientHeight", height);
      resized();
    });
    Object.defineProperty(window, "innerHeight", own);
    Reflect.deleteProperty(root, "clientHeight");
    if (elementsIn(page).length <= before) resized();
    return true;
  }

  return { note, showAll };
}
