/**
 * Notes the scroll positions of the page and its boxes before its frames are brought into view, and restores them.
 * @param {{ frames: number, back: boolean }} want `frames`: number of frames, with those in shadow roots. `back`: restore
 * @returns {boolean} whether a frame is out of view
 */
export default function places(want) {
  const notes = /** @type {any} */ (window).__platen ?? {};
  const all = [...document.querySelectorAll("*")];
  if (want.back) {
    for (const element of all) {
      const [left, top] = notes.places?.get(element) ?? [0, 0];
      if (element.scrollLeft === left && element.scrollTop === top) continue;
      element.scrollTo({ left, top, behavior: "instant" });
    }
    return false;
  }
  const frames = all.filter((element) => element.matches("iframe, frame, object, embed"));
  const seen = frames.filter((frame) => {
    const { top, right, bottom, left } = frame.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });
  if (seen.length === frames.length && frames.length >= want.frames) return false;
  const scrolled = all.filter(({ scrollLeft, scrollTop }) => scrollLeft !== 0 || scrollTop !== 0);
  notes.places = new Map(scrolled.map((element) => [element, [element.scrollLeft, element.scrollTop]]));
  return true;
}
