/**
 * Makes tables of the copy such as Markdown has them: one row of heads, and a cell in each column of each row. Tables that only place
 * their words become lines.
 * @param {Element} content is changed
 */
export default function layOutTables(content) {
  // Empty cells of all tables.
  const MAX_FILLED = 20_000;
  let filled = 0;
  const textOf = (element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();

  // Turndown takes the first row for the heads of the columns only if nothing stands before it.
  function beginWithRows() {
    for (const group of content.querySelectorAll("colgroup")) group.remove();
    for (const caption of content.querySelectorAll("table > caption")) {
      const line = content.ownerDocument.createElement("p");
      line.append(...caption.childNodes);
      caption.parentElement?.before(line);
      caption.remove();
    }
  }

  const rowsOf = (group) => [...group.children].filter((row) => row.localName === "tr");

  function asCell(head) {
    const cell = head.ownerDocument.createElement("td");
    cell.append(...head.childNodes);
    head.replaceWith(cell);
  }

  // A Markdown table has one row of heads, which Turndown would write for each row of a head. A foot can stand before the rows.
  function orderRows(table) {
    const groups = (name) => [...table.children].filter(({ localName }) => localName === name);
    for (const [index, head] of groups("thead").entries()) {
      const further = rowsOf(head).slice(index === 0 ? 1 : 0);
      if (further.length === 0) continue;
      const body = table.ownerDocument.createElement("tbody");
      body.append(...further);
      head.after(body);
      for (const cell of body.querySelectorAll(":scope > tr > th")) asCell(cell);
    }
    table.append(...groups("tfoot"));
  }

  // Below a cell of several rows, an empty one takes its place, so that the others stay in their columns.
  function fillColumns(group) {
    const rows = rowsOf(group);
    const covered = [];
    for (const [index, row] of rows.entries()) {
      let column = 0;
      const fill = (next) => {
        for (; covered[column] > 0 && filled < MAX_FILLED; column += 1) {
          covered[column] -= 1;
          filled += 1;
          row.insertBefore(row.ownerDocument.createElement("td"), next);
        }
      };
      for (const cell of [...row.cells]) {
        fill(cell);
        const below = rows.length - index - 1;
        const further = cell.rowSpan === 0 ? below : Math.min(cell.rowSpan - 1, below);
        covered[column] = further;
        column += 1;
      }
      fill(null);
    }
  }

  // A row or a column alone, and a table that says so, only places its words.
  function placesWords(table) {
    if (table.matches("[role=presentation], [role=none]")) return true;
    const rows = [...table.rows];
    return !table.querySelector("th") && (rows.length === 1 || rows.every(({ cells }) => cells.length < 2));
  }

  function asLines(table) {
    const lines = [...table.rows].map((row) => {
      const line = table.ownerDocument.createElement("p");
      const cells = [...row.cells].filter((cell) => textOf(cell) || cell.querySelector("img"));
      for (const cell of cells) line.append(...cell.childNodes, " ");
      return line;
    });
    table.replaceWith(...lines);
  }

  // Word processors have bold words in the first row. Without heads, Markdown has a row of empty ones.
  function nameHeads(table) {
    const [first, ...others] = table.rows;
    if (others.length === 0 || table.querySelector("th")) return;
    const isStrong = (cell) => {
      const marked = [...cell.querySelectorAll("b, strong")].map(textOf).join("");
      return marked !== "" && marked === textOf(cell);
    };
    const cells = [...first.cells];
    if (cells.length < 2 || !cells.every(isStrong)) return;
    if (others.some(({ cells: below }) => [...below].every(isStrong))) return;
    for (const cell of cells) {
      const head = cell.ownerDocument.createElement("th");
      for (const part of cell.querySelectorAll("b, strong")) part.replaceWith(...part.childNodes);
      head.append(...cell.childNodes);
      cell.replaceWith(head);
    }
  }

  beginWithRows();
  for (const table of content.querySelectorAll("table")) {
    if (placesWords(table)) {
      asLines(table);
      continue;
    }
    const groups = [table, ...table.children].filter((group) => rowsOf(group).length > 0);
    nameHeads(table);
    for (const group of groups) fillColumns(group);
    orderRows(table);
  }
}
