/**
 * Finds words beside each other that only styles separate, such as the name and the number of a badge.
 * @returns {{ isApart: (before: Node | null, copied: Node, node: Node) => boolean }} whether the node stands apart from what is
 *   before it in the copy, without a space between them
 */
export default function gaps() {
  // Parts of words can be code, raised or marked, with a box around them.
  const IN_WORD = "code, kbd, samp, tt, var, sub, sup, mark, ins, del, math";
  const INLINE = /^(?:a|abbr|b|bdi|cite|em|i|q|s|small|span|strong|time|u)$/;
  // A space has 0.25 of the font's size.
  const MIN_GAP = 0.2;
  const MIN_GAP_PX = 3;
  // The first letter of an article can be larger than the rest of its word.
  const MAX_RATIO = 1.5;
  const isWordText = (text) => /\S/.test(text.data);

  function textBefore(node) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    walker.currentNode = node;
    while (walker.previousNode()) if (isWordText(walker.currentNode)) return walker.currentNode;
    return null;
  }

  function textIn(node) {
    if (node instanceof Text) return node;
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (isWordText(walker.currentNode)) return walker.currentNode;
    return null;
  }

  function boxOf(text, at) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  }

  function hasGap(first, next) {
    const one = boxOf(first, first.data.trimEnd().length - 1);
    const other = boxOf(next, next.data.search(/\S/));
    const size = Math.min(one.height, other.height);
    if (Math.max(one.height, other.height) > size * MAX_RATIO) return false;
    const isInLine = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > size / 2;
    const gap = Math.max(other.left - one.right, one.left - other.right);
    return isInLine && gap >= Math.max(MIN_GAP_PX, size * MIN_GAP);
  }

  function isApart(before, copied, node) {
    if (before instanceof Element ? !INLINE.test(before.localName) : !(before instanceof Text)) return false;
    if (!/\S$/.test(before.textContent ?? "") || !/^[\p{L}\p{N}]/u.test(copied.textContent ?? ""))
      return false;
    const [first, next] = [textBefore(node), textIn(node)];
    if (!first || !next || [first, next].some((text) => text.parentElement?.closest(IN_WORD))) return false;
    return hasGap(first, next);
  }

  return { isApart };
}
