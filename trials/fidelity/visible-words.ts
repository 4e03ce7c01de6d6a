/** The visible words of a document: not hidden, clipped, or outside the page. Runs in the page. */
export function visibleText(): string {
  const root = document.documentElement;
  const isRightToLeft = getComputedStyle(root).direction === "rtl";
  const extent = {
    left: isRightToLeft ? innerWidth - root.scrollWidth : 0,
    right: isRightToLeft ? innerWidth : root.scrollWidth,
    top: 0,
    bottom: Math.max(root.scrollHeight, document.body.scrollHeight),
  };
  type Box = typeof extent;
  const overlap = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const shown = new Map<Element, Box>();
  function boxOf(element: Element | null): Box {
    if (!element || element === document.body || element === root) return extent;
    const known = shown.get(element);
    if (known) return known;
    const { overflowX, clip, clipPath } = getComputedStyle(element);
    const outer = boxOf(element.parentElement);
    const clips = overflowX !== "visible" || clip !== "auto" || clipPath !== "none";
    const box = clips ? overlap(outer, element.getBoundingClientRect()) : outer;
    shown.set(element, box);
    return box;
  }
  const words: string[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent, textContent } = node;
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = boxOf(parent);
    for (const { 0: word, index } of (textContent ?? "").matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, right, top, bottom } = overlap(box, range.getBoundingClientRect());
      if (right - left >= 1 && bottom - top >= 2) words.push(word);
    }
    words.push("\n");
  }
  return words.join(" ");
}
