/**
 * Finds tables whose heads stand in a table of their own, so that the rows can scroll below them.
 * @returns {{ heads: Map<Element, HTMLTableElement>, left: Set<Element> }} the table of the heads for each table of rows that has none; and the
 *   tables of heads, which are not copied in their own place
 */
export default function tableHeads() {
  const NEAR_PX = 3;
  // Columns of a few pixels stand over the scroll bar.
  const MIN_COLUMN_PX = 20;
  const heads = new Map();
  const left = new Set();
  const wordsOf = (row) => (row?.textContent ?? "").replace(/\s+/g, "");
  const cellsOf = (row) => [...row.cells].filter((cell) => cell.offsetWidth >= MIN_COLUMN_PX);
  const isHead = (table) => table.rows.length > 0 && !table.querySelector("td");

  function isBelow(table, head) {
    const [upper, lower] = [head.getBoundingClientRect(), table.getBoundingClientRect()];
    return Math.abs(upper.bottom - lower.top) <= NEAR_PX && Math.abs(upper.left - lower.left) <= NEAR_PX;
  }

  // A table of rows can have the heads again, in a row without height.
  function join(head, table) {
    const first = [...table.rows].find((row) => wordsOf(row));
    const last = head.rows[head.rows.length - 1];
    if (!first || !last || head.contains(table) || !isBelow(table, head)) return;
    const isRepeated = wordsOf(first) === wordsOf(last);
    if (!isRepeated && (table.querySelector("th") || cellsOf(first).length !== cellsOf(last).length)) return;
    left.add(head);
    if (!isRepeated) heads.set(table, head);
  }

  const tables = [...document.querySelectorAll("table")];
  for (const [at, table] of tables.entries()) {
    const head = tables[at - 1];
    if (head && isHead(head)) join(head, table);
  }
  return { heads, left };
}
