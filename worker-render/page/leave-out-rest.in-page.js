/**
 * Leaves out the rest of a very long page, which is far below the last sheet that is printed. Chromium lays out all sheets of a page
 * to print the first, which takes minutes for a book.
 * @param {number} keepPx from the top of the page
 */
export default function leaveOutRest(keepPx) {
  // Below this, little time is saved.
  const LONG = 1.5;
  const { body } = document;
  const root = document.documentElement;
  const range = document.createRange();

  const rectOf = (node) => {
    if (node.nodeType === Node.ELEMENT_NODE) return node.getBoundingClientRect();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };

  // Sheets may show the number of all sheets.
  function countsSheets() {
    const counts = (sheet) => {
      try {
        return [...sheet.cssRules].some(({ cssText }) => /\bcounters?\(\s*pages\b/.test(cssText));
      } catch {
        // It is of another origin.
        return false;
      }
    };
    return [...document.styleSheets, ...document.adoptedStyleSheets].some(counts);
  }

  // Content of columns may stand higher on paper, and what is moved or estimated is elsewhere.
  function isPlain({ columnCount, columnWidth, transform, contentVisibility, writingMode }) {
    return (
      columnCount === "auto" &&
      columnWidth === "auto" &&
      transform === "none" &&
      contentVisibility === "visible" &&
      writingMode === "horizontal-tb"
    );
  }

  // What is placed elsewhere is not in the flow. Beside floats, and after boxes whose height is only estimated, content may stand higher.
  const isPlaced = (node) =>
    node instanceof Element && /absolute|fixed/.test(getComputedStyle(node).position);
  function mayRise(node) {
    if (!(node instanceof Element)) return false;
    const { float, contentVisibility } = getComputedStyle(node);
    return float !== "none" || contentVisibility === "auto";
  }

  // Such as a log file.
  function cutText(text, endPx) {
    let kept = 0;
    let end = text.length;
    while (end - kept > 1) {
      const middle = (kept + end) >> 1;
      range.setStart(text, middle);
      range.setEnd(text, middle + 1);
      const { top, height } = range.getBoundingClientRect();
      if (height === 0 || top <= endPx) kept = middle;
      else end = middle;
    }
    text.deleteData(end, text.length - end);
  }

  function cut(box, endPx) {
    const style = getComputedStyle(box);
    const flowsDown = /^(block|flow-root|list-item|inline)$/.test(style.display);
    // The others of a table or a grid would get another size.
    if (!isPlain(style) || !(flowsDown || /^(flex|grid)$/.test(style.display))) return;
    const nodes = [...box.childNodes].map((node) => ({ node, rect: rectOf(node) }));
    const begin = flowsDown ? nodes.findIndex(({ rect }) => rect.height > 0 && rect.top > endPx) : -1;
    // The ends of lines have no height.
    const below = nodes.filter(
      ({ node, rect }, index) =>
        begin >= 0 && index >= begin && (rect.height > 0 ? rect.top > endPx : node instanceof Text),
    );
    if (below.some(({ node }) => mayRise(node))) return;
    // All are found before the first is removed, because then the browser computes the styles again.
    const rest = below.filter(({ node }) => !isPlaced(node));
    // Hidden ones would cost as much time: Chromium reads the whole document for the tags of the file.
    for (const { node } of rest) node.remove();
    for (const { node, rect } of nodes) {
      if (rect.top > endPx || rect.bottom <= endPx) continue;
      if (node instanceof Text) cutText(node, endPx);
      else if (node instanceof Element) cut(node, endPx);
    }
  }

  if (!body || root.scrollHeight < keepPx * LONG || countsSheets() || !isPlain(getComputedStyle(root)))
    return;
  cut(body, keepPx - scrollY);
}
