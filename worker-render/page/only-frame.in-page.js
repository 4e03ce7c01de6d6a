/** What a document shows: nothing but one frame, a set of frames of which one is the largest, or more than fits into its window. */
export default function onlyFrame() {
  const root = document.documentElement;

  // The frame at each of these places of the window, if it is the same one.
  function frameOverWindow() {
    const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
    const found = new Set(
      parts.flatMap((x) => parts.map((y) => document.elementFromPoint(innerWidth * x, innerHeight * y))),
    );
    const [element] = found;
    const isOne = found.size === 1 && element?.matches("iframe, frame");
    return isOne && !document.body?.innerText?.trim() ? element : null;
  }

  const areaOf = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;
  const set = document.body?.localName === "frameset" ? [...document.querySelectorAll("frame")] : [];
  const largest = set.find((one) => areaOf(one) > (innerWidth * innerHeight) / 2);

  function holdsThePage(box) {
    if (box.scrollHeight < box.clientHeight + 8) return false;
    if (box.clientWidth < innerWidth / 2 || box.clientHeight < innerHeight / 2) return false;
    return /auto|scroll/.test(getComputedStyle(box).overflowY);
  }

  const goesOn = (document.scrollingElement ?? root)?.scrollHeight > innerHeight + 8;
  const frame = goesOn ? null : (frameOverWindow() ?? largest);
  return {
    url: location.href,
    referrer: document.referrer,
    size: { width: innerWidth, height: innerHeight },
    frame: frame ? { width: frame.clientWidth, height: frame.clientHeight } : null,
    others: set.filter((one) => one !== frame && areaOf(one) > 1).length,
    scrolls: goesOn || [...document.querySelectorAll("body *")].some(holdsThePage),
  };
}
