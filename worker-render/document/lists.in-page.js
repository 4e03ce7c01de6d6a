/**
 * Lists that are not written as HTML has them: paragraphs with a bullet of their own, as Word saves them, and lists beside the
 * points that they belong to, as LibreOffice and Google Docs have them.
 * @returns {{
 *   markPoint: (paragraph: Element, target: HTMLElement) => void,
 *   markList: (list: Element, target: HTMLElement) => void,
 *   nestLists: (content: Element) => void,
 *   writeLabels: (content: Element) => void,
 *   markSecondLists: (content: Element) => void,
 * }} the first two write into the copy where something stands on the page, and `nestLists` makes lists of it. `writeLabels`
 *   writes the labels of points that Markdown does not count, such as "(b)". `markSecondLists`
 *   gives `data-platen-second` to each list whose numbers would continue those of the list before it
 */
export default function lists() {
  // Some bullets are letters, in a font of symbols. Spaces that never break fill the line up to the words.
  const POINT =
    /^\s*(?:(?<bullet>[^\p{L}\p{N}\s]|[nqovØü])|\(?(?:(?<number>\d{1,3})|[a-z]|[ivxlcdm]{1,6})[.)])(?=\s*\u00a0)\s+(?=\S)/iu;
  const BOX = /^(?:p|div|section|article|h[1-6])$/;
  const LIST = /^(?:ol|ul)$/;
  // A label that Markdown can count.
  const NUMBER = /^\(?(\d{1,9})[.):]*$/;
  const NEAR_PX = 4;
  const isList = (node) => node instanceof Element && LIST.test(node.localName);
  const isSpace = (node) =>
    node.nodeType === Node.COMMENT_NODE || (node instanceof Text && !node.data.trim());
  const firstNumber = (list) => Number(list.getAttribute("start") ?? 1);
  const nextNumber = (list) => firstNumber(list) + list.children.length;
  const leftOf = (element) => Number(element.dataset.platenLeft);

  // The first paragraph of a point with several.
  function wordsOf(point) {
    const first = [...point.childNodes].find((node) => !isSpace(node));
    return first instanceof Element && BOX.test(first.localName) ? wordsOf(first) : point;
  }

  function removeStart(element, chars) {
    const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let left = chars; left > 0 && texts.nextNode(); ) {
      const text = /** @type {Text} */ (texts.currentNode);
      const length = Math.min(left, text.length);
      text.deleteData(0, length);
      left -= length;
    }
  }

  // The bullet hangs before the lines of the paragraph, which are as far to the right as those of its level. Before a number there
  // can be a space of any width.
  function markPoint(paragraph, target) {
    const { groups, 0: start } = POINT.exec(target.textContent) ?? {};
    if (!groups || !start) return;
    if (!getComputedStyle(paragraph).textIndent.startsWith("-")) return;
    removeStart(target, start.length);
    target.dataset.platenPoint = groups.bullet ? "ul" : "ol";
    target.dataset.platenLeft = String(paragraph.getBoundingClientRect().left);
    if (groups.number) target.dataset.platenStart = groups.number;
    else if (!groups.bullet) target.dataset.platenLabel = start.trim();
  }

  // Of lists one below the other alone.
  function markList(list, target) {
    const { previousElementSibling: before, nextElementSibling: after } = list;
    const point = isList(before) || isList(after) ? list.querySelector("li") : null;
    if (!point) return;
    target.dataset.platenLeft = String(point.getBoundingClientRect().left);
    const isBelow =
      isList(before) && list.getBoundingClientRect().top >= before.getBoundingClientRect().bottom - NEAR_PX;
    if (isBelow) target.classList.add("platen-below");
  }

  function siblingBefore(node) {
    let before = node.previousSibling;
    while (before && isSpace(before)) before = before.previousSibling;
    return before;
  }

  function listFor(point) {
    const list = point.ownerDocument.createElement(point.dataset.platenPoint);
    if (point.dataset.platenStart) list.setAttribute("start", point.dataset.platenStart);
    list.dataset.platenLeft = point.dataset.platenLeft;
    return list;
  }

  function isNext({ dataset: { platenPoint: kind, platenStart: number } }, list) {
    if (list.localName !== kind) return false;
    return !number || Number(number) === nextNumber(list);
  }

  // `open`: the lists around the last point, the innermost last.
  function addPoint(point, open) {
    const isOutside = (list) => leftOf(list) > leftOf(point) + NEAR_PX;
    while (open.length > 0 && isOutside(open.at(-1))) open.pop();
    const [innermost] = open.slice(-1);
    const isDeeper = innermost && leftOf(innermost) < leftOf(point) - NEAR_PX;
    if (!innermost || isDeeper) {
      const list = listFor(point);
      if (isDeeper) innermost.lastElementChild.append(list);
      else point.before(list);
      open.push(list);
    } else if (!isNext(point, innermost)) {
      const list = listFor(point);
      innermost.after(list);
      open.splice(-1, 1, list);
    }
    const item = point.ownerDocument.createElement("li");
    if (point.dataset.platenLabel) item.dataset.platenLabel = point.dataset.platenLabel;
    item.append(...point.childNodes);
    open.at(-1).append(item);
    point.remove();
  }

  function gatherPoints(content) {
    let open = [];
    for (const point of content.querySelectorAll("[data-platen-point]")) {
      const before = siblingBefore(point);
      if (!before || before !== open[0]) open = [];
      addPoint(point, open);
    }
  }

  // HTML has no lists directly in lists, but browsers show them.
  function nestDirectly(list) {
    const { parentElement: around } = list;
    if (!isList(around)) return;
    const before = list.previousElementSibling;
    if (before?.localName === "li") {
      before.append(list);
    } else if (!around.querySelector(":scope > li")) {
      if (around.dataset.platenLeft) list.dataset.platenLeft = around.dataset.platenLeft;
      if (around.matches(".platen-below") && !before) list.classList.add("platen-below");
      around.before(list);
      if (!around.firstElementChild) around.remove();
    }
  }

  function nestIndented(list) {
    const before = siblingBefore(list);
    if (!isList(before)) return;
    let outer = /** @type {Element | null} */ (null);
    for (
      let at = before;
      isList(at) && leftOf(at) < leftOf(list) - NEAR_PX;
      at = at.lastElementChild?.lastElementChild
    )
      outer = at;
    if (outer?.lastElementChild?.localName === "li") outer.lastElementChild.append(list);
  }

  function nestLists(content) {
    gatherPoints(content);
    for (const list of content.querySelectorAll("ol, ul")) nestDirectly(list);
    for (const list of content.querySelectorAll(".platen-below")) nestIndented(list);
  }

  // Markdown counts from the first number of a list. In a list with other labels, they are words of its points.
  function writeLabels(content) {
    for (const list of content.querySelectorAll("ol, ul")) {
      const points = [...list.children].filter((point) => point.dataset.platenLabel);
      if (points.length === 0) continue;
      const numbers = points.map(({ dataset }) => Number(NUMBER.exec(dataset.platenLabel)?.[1]));
      const [first = 1] = numbers;
      const isCounted = numbers.every((number, at) => number === first + at);
      const other = list.ownerDocument.createElement(isCounted ? "ol" : "ul");
      if (isCounted && first !== 1) other.setAttribute("start", String(first));
      if (!isCounted) for (const point of points) wordsOf(point).prepend(`${point.dataset.platenLabel} `);
      other.append(...list.childNodes);
      list.replaceWith(other);
    }
  }

  // The outermost list that ends where this one begins.
  function listBefore(list, content) {
    const nodes = document.createTreeWalker(content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    nodes.currentNode = list;
    const isShown = (node) => (node instanceof Text ? node.data.trim() : node.matches("hr, img"));
    let before = nodes.previousNode();
    while (before && !isShown(before)) before = nodes.previousNode();
    let outer = /** @type {HTMLElement | null} */ (null);
    for (let at = before?.parentElement; at && !at.contains(list); at = at.parentElement)
      if (isList(at)) outer = at;
    return outer;
  }

  function markSecondLists(content) {
    for (const list of content.querySelectorAll("ol")) {
      const before = listBefore(list, content);
      if (before?.localName !== "ol" || before.dataset.platenSecond) continue;
      if (firstNumber(list) !== nextNumber(before)) list.dataset.platenSecond = "true";
    }
  }

  return { markPoint, markList, nestLists, writeLabels, markSecondLists };
}
