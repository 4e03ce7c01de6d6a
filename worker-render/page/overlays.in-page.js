/**
 * Boxes over the page: those that hide it until it is ready, and those that come while it is scrolled. `note` notes what is over
 * the page and in it, and anything later is new.
 */
export default function overlays() {
  const MAX_PRELOADER_CHARS = 60;
  // A line of words is narrow, so many places are looked at from the top to the bottom.
  const COLUMNS = [0.2, 0.5, 0.8];
  const ROWS = 24;

  const shows = (element) =>
    element.matches("img, picture, svg, canvas, video, iframe") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());

  function fillsWindow(box) {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    return left <= 0 && top <= 0 && right >= document.documentElement.clientWidth && bottom >= innerHeight;
  }

  // Whether words or pictures are behind the boxes, and none in front of them: then they would be a background.
  function areInFront(boxes) {
    const isOutside = (element) => !boxes.some((box) => box.contains(element) || element.contains(box));
    const showOutside = (elements) => elements.some((element) => isOutside(element) && shows(element));
    let hides = false;
    for (const x of COLUMNS) {
      for (let row = 0; row < ROWS; row += 1) {
        const elements = document.elementsFromPoint(innerWidth * x, (innerHeight * (row + 0.5)) / ROWS);
        const depth = elements.findIndex((element) => boxes.some((box) => box.contains(element)));
        if (depth === -1 || showOutside(elements.slice(0, depth))) return false;
        hides ||= showOutside(elements.slice(depth));
      }
    }
    return hides;
  }

  function isPreloader(box) {
    const { position, backgroundColor } = getComputedStyle(box);
    if (position !== "fixed" || !/^rgb\(/.test(backgroundColor) || !fillsWindow(box)) return false;
    for (let one = box; one; one = one.parentElement) if (getComputedStyle(one).opacity !== "1") return false;
    return (box.innerText ?? "").trim().length <= MAX_PRELOADER_CHARS && areInFront([box]);
  }

  // Whether an opaque box with few words hides the page.
  function isPreloading() {
    let box = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    for (; box && box !== document.body; box = box.parentElement) if (isPreloader(box)) return true;
    return false;
  }

  // A button that leads back to the top fades out once the page is there again.
  function shownOverPage() {
    return [...elements(document.body)].filter(
      (element) =>
        getComputedStyle(element).position === "fixed" &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
  }

  function* elements(tree) {
    for (const element of tree?.querySelectorAll("*") ?? []) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }

  /** @type {Set<Element> | null} */
  let known = null;
  const knownParts = new Set();
  function note() {
    if (known) return;
    known = new Set(shownOverPage());
    for (const { children } of lastParts()) for (const part of children) knownParts.add(part);
  }
  const newOnes = () => (known ? shownOverPage().filter((element) => !known?.has(element)) : []);
  const hasNew = () => newOnes().length > 0;

  const PICTURES = "img, picture, svg, canvas, video, iframe, input, button";
  const isEmpty = (box) =>
    !box.textContent.trim() &&
    !box.matches(PICTURES) &&
    !box.querySelector(PICTURES) &&
    !box.shadowRoot &&
    getComputedStyle(box).backgroundImage === "none";
  const isInFlow = (box) =>
    box.getClientRects().length > 0 && !/absolute|fixed/.test(getComputedStyle(box).position);

  // The last part of the page, the last one in that, and so on.
  function* lastParts() {
    const lastOf = (box) => [...box.children].findLast((part) => isInFlow(part) && !isEmpty(part));
    for (let box = /** @type {Element | undefined} */ (document.body ?? undefined); box; box = lastOf(box))
      yield box;
  }

  // Scripts add space to the end of the page for a visitor who is there, so that the last heading can come to the top of the window.
  function closeNewEnd() {
    if (!known) return;
    const parts = [...lastParts()].flatMap(({ children }) => {
      const all = [...children].filter(isInFlow);
      return all.slice(all.findLastIndex((part) => !isEmpty(part)) + 1);
    });
    for (const part of /** @type {any[]} */ (parts)) {
      if (!knownParts.has(part)) part.style?.setProperty("display", "none", "important");
    }
  }

  // A window over the page that opens because a visitor scrolls, such as a request to subscribe, is not a part of the page.
  function closeNew() {
    closeNewEnd();
    const opened = newOnes();
    if (!opened.some(fillsWindow) || !areInFront(opened)) return;
    const holdsPage = ({ innerText = "" }) => innerText.length > document.body.innerText.length / 2;
    if (opened.some(holdsPage)) return;
    for (const element of opened) element.style.setProperty("display", "none", "important");
  }

  return { isPreloading, note, hasNew, closeNew };
}
