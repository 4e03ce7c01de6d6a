/**
 * Reads the rows of a grid whose elements are no table, such as a data grid of a component library, or a list of members of
 * Javadoc, which styles lay out as a grid below its heads.
 * @param {HTMLElement} grid
 * @returns {Element[][][] | null} by row and column, the cells that are there, mostly one; null if it is not a table of short texts
 */
export default function gridRows(grid) {
  const GRID = "[role=grid], [role=treegrid], [role=table]";
  const HEAD = /(?:^|[\s_-])head(?:er)?(?:$|[\s_-])/i;
  const ROW = "[role=row]";
  const CELL = "[role=gridcell], [role=cell], [role=columnheader], [role=rowheader]";
  // More than a line of a Markdown table can have.
  const BLOCKS = "table, ul, ol, h1, h2, h3, h4, h5, h6, hr, blockquote, pre, p + p";
  // Of the grid's words.
  const MIN_SHARE = 0.9;
  const NEAR_PX = 3;
  if (grid.querySelector(BLOCKS)) return null;
  const charsOf = (element) => element.innerText?.replace(/\s+/g, "").length ?? 0;

  // All cells are beside each other in the document, the heads first.
  function rowsBelowHeads() {
    const cells = [...grid.children].filter((cell) => cell.checkVisibility());
    const first = cells.findIndex((cell) => !HEAD.test(cell.className));
    const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    if (first < 2 || first !== columns || cells.length % columns !== 0) return null;
    if (cells.reduce((sum, cell) => sum + charsOf(cell), 0) < charsOf(grid)) return null;
    const rows = Array.from({ length: cells.length / columns }, (_, at) => at * columns);
    return rows.map((from) => cells.slice(from, from + columns).map((cell) => [cell]));
  }

  if (!grid.matches(GRID)) return rowsBelowHeads();
  const isRtl = getComputedStyle(grid).direction === "rtl";
  const places = [...grid.querySelectorAll(CELL)]
    .filter((cell) => cell.closest(ROW) && cell.checkVisibility({ visibilityProperty: true }))
    .filter((cell) => !cell.parentElement?.closest(CELL))
    .map((cell) => {
      const { top } = /** @type {Element} */ (cell.closest(ROW)).getBoundingClientRect();
      const { left, right } = cell.getBoundingClientRect();
      return { cell, top, start: isRtl ? -right : left };
    });
  // Of a row, what stays at the side while the grid scrolls can be in another part of the document.
  const rows = [];
  for (const place of places.sort((one, other) => one.top - other.top)) {
    const row = rows.at(-1);
    if (row && place.top - row[0].top < NEAR_PX) row.push(place);
    else rows.push([place]);
  }
  for (const row of rows) row.sort((one, other) => one.start - other.start);
  // A row can have fewer cells, such as that of the heads above boxes to choose a row, or one cell across several columns.
  const columns = rows.reduce((most, row) => (row.length > most.length ? row : most), []);
  const chars = places.reduce((sum, { cell }) => sum + charsOf(cell), 0);
  if (rows.length < 2 || columns.length < 2 || chars < charsOf(grid) * MIN_SHARE) return null;
  return rows.map((row) =>
    columns.map(({ start }, at) => {
      const from = at > 0 ? start - NEAR_PX : -Infinity;
      const to = at + 1 < columns.length ? columns[at + 1].start - NEAR_PX : Infinity;
      return row.filter((place) => place.start >= from && place.start < to).map(({ cell }) => cell);
    }),
  );
}
