/**
 * Keeps the numbers of lines beside their lines of code, where they stand in a column of their own: a line that has been wrapped
 * takes several rows, and its number takes as many.
 * @param {Iterable<Element>} codes what has been wrapped
 */
export default function placeNumbers(codes) {
  // Longer code would take too much time.
  const MAX_LINES = 2_000;
  // From the code to the row of a table with the numbers in another cell.
  const MAX_DEPTH = 5;
  // By text or element that was changed for another width: its text or style before.
  /** @type {Map<any, string>} */
  const changed = /** @type {any} */ (window).__platen?.numbers ?? new Map();
  for (const [node, before] of changed) {
    if (node instanceof Text) node.nodeValue = before;
    else node.style.cssText = before;
  }
  changed.clear();

  function textsOf(tree) {
    const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    return texts;
  }

  // The numbers of as many lines: each a part of a text, or an empty block that a style numbers. Null if it is something else.
  function numbersIn(column, count) {
    const texts = textsOf(column).filter(({ data }) => data.trim());
    if (texts.length === 0) {
      const blocks = [...column.children];
      const areLines = blocks.every(({ style }) => style) && blocks.every((block) => block.clientHeight > 0);
      return blocks.length === count && areLines
        ? blocks.map((block) => ({ block, text: null, end: 0 }))
        : null;
    }
    if (texts.length > count || texts.some(({ data }) => /[^\d\s]/.test(data))) return null;
    const found = texts.flatMap((text) => {
      return [...text.data.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
        return { text, end: index + digits.length, number: Number(digits), block: null };
      });
    });
    const areInOrder = found.every(({ number }, index) => number === (found[0]?.number ?? 0) + index);
    return found.length === count && areInOrder ? found : null;
  }

  function numbersOf(code, count) {
    for (const inner of code.querySelectorAll("*")) {
      const mayBe = inner.childElementCount === count && inner.textContent.trim() === "";
      const numbers = mayBe ? numbersIn(inner, count) : null;
      if (numbers) return numbers;
    }
    let box = code;
    for (let depth = 0; depth < MAX_DEPTH && box.parentElement; depth += 1) {
      for (const beside of box.parentElement.children) {
        const numbers = beside === box ? null : numbersIn(beside, count);
        if (numbers) return numbers;
      }
      box = box.parentElement;
    }
    return null;
  }

  // How many rows each line takes.
  function rowsOf(code) {
    const range = document.createRange();
    /** @type {DOMRect[][]} */
    const lines = [[]];
    for (const text of textsOf(code)) {
      let from = 0;
      for (const [index, part] of text.data.split("\n").entries()) {
        if (index > 0) lines.push([]);
        range.setStart(text, from);
        range.setEnd(text, from + part.length);
        if (part) lines.at(-1)?.push(...range.getClientRects());
        from += part.length + 1;
      }
    }
    return lines.map((rects) => {
      let rows = 0;
      let last = -Infinity;
      for (const { top, height } of rects.sort((one, other) => one.top - other.top)) {
        if (top < last + height / 2) continue;
        rows += 1;
        last = top;
      }
      return Math.max(1, rows);
    });
  }

  function extend({ text, end, block }, rows) {
    if (block) {
      changed.set(block, block.style.cssText);
      block.style.setProperty("padding-bottom", `${rows}lh`, "important");
      return;
    }
    if (!changed.has(text)) changed.set(text, text.data);
    const { parentElement } = text;
    if (!/^(pre|break)/.test(getComputedStyle(parentElement).whiteSpace))
      parentElement.style.setProperty("white-space", "pre-wrap", "important");
    // A row without a space would take no place at the end of a block.
    text.insertData(end, "\n\u00a0".repeat(rows));
  }

  const placed = new Set();
  for (const code of codes) {
    const count = code.textContent.replace(/\n$/, "").split("\n").length;
    if (count < 2 || count > MAX_LINES) continue;
    const numbers = numbersOf(code, count);
    const first = numbers?.[0];
    if (!first || placed.has(first.text ?? first.block)) continue;
    placed.add(first.text ?? first.block);
    const rows = rowsOf(code);
    // From the last: what is added moves the places of those behind it.
    for (const [line, number] of [...numbers.entries()].reverse()) {
      const added = (rows[line] ?? 1) - 1;
      if (added > 0) extend(number, added);
    }
  }
}
