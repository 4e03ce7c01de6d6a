/** Whether a preloader hides the page: an opaque box over the whole window with few words, in front of others. */
export default function covered() {
  const MAX_CHARS = 60;
  // A line of words is narrow, so many places are looked at from the top to the bottom.
  const COLUMNS = [0.2, 0.5, 0.8];
  const ROWS = 24;

  function isCover(box) {
    const { position, backgroundColor } = getComputedStyle(box);
    if (position !== "fixed" || !/^rgb\(/.test(backgroundColor)) return false;
    const { left, top, right, bottom } = box.getBoundingClientRect();
    if (left > 0 || top > 0 || right < document.documentElement.clientWidth || bottom < innerHeight)
      return false;
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
  const places = COLUMNS.flatMap((x) =>
    Array.from({ length: ROWS }, (_, row) =>
      document.elementsFromPoint(innerWidth * x, (innerHeight * (row + 0.5)) / ROWS),
    ),
  );
  const isOutside = (element) => !cover.contains(element) && !element.contains(cover);
  const showsOutside = (elements) => elements.some((element) => isOutside(element) && shows(element));
  const depth = (elements) => elements.findIndex((element) => cover.contains(element));
  // The background of a page has words in front of it.
  const isBehind = places.some((elements) => showsOutside(elements.slice(0, depth(elements))));
  return !isBehind && places.some((elements) => showsOutside(elements.slice(depth(elements))));
}
