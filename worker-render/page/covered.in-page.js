/** Whether a preloader hides the page: an opaque box over the whole window with few words, in front of others. */
export default function covered() {
  const MAX_CHARS = 60;
  const PLACES = [0.2, 0.5, 0.8];

  function isCover(box) {
    const { position, backgroundColor } = getComputedStyle(box);
    if (position !== "fixed" || !/^rgb\(/.test(backgroundColor)) return false;
    const { left, top, right, bottom } = box.getBoundingClientRect();
    if (left > 0 || top > 0 || right < innerWidth || bottom < innerHeight) return false;
    for (let one = box; one; one = one.parentElement) if (getComputedStyle(one).opacity !== "1") return false;
    return (box.innerText ?? "").trim().length <= MAX_CHARS;
  }

  function coverOf(element) {
    for (let box = element; box && box !== document.body; box = box.parentElement)
      if (isCover(box)) return box;
    return null;
  }

  const shows = (element) =>
    element.matches("img, picture, svg, canvas, video, iframe") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());

  const cover = coverOf(document.elementFromPoint(innerWidth / 2, innerHeight / 2));
  if (!cover) return false;
  return PLACES.some((x) =>
    PLACES.some((y) =>
      document
        .elementsFromPoint(innerWidth * x, innerHeight * y)
        .some((element) => !cover.contains(element) && !element.contains(cover) && shows(element)),
    ),
  );
}
