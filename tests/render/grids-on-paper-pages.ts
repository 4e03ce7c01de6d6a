/** Tables and grids in boxes that scroll. Some have only the cells in view in the document. */
import { html, type Pages } from "./pages.ts";

export const ROWS = 30;
export const COLUMNS = 12;
/** Of a table with a head, for three sheets. */
export const LONG_ROWS = 90;
/** Of a table with high rows, for four sheets. */
export const PLACED_ROWS = 34;
const PX = { width: 130, height: 30 };

const list = (count: number, map: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => map(index)).join("");
const heads = (columns: number) => list(columns, (column) => `<th>Head${column}.</th>`);
const rows = (columns: number, count = ROWS) =>
  list(count, (row) => `<tr>${list(columns, (column) => `<td>r${row}c${column}.</td>`)}</tr>`);
const table = (columns: number, count?: number) =>
  `<table><tr>${heads(columns)}</tr>${rows(columns, count)}</table>`;

const STYLE = `.box{width:100%;height:300px;overflow:auto}td,th{min-width:${PX.width}px;height:${PX.height}px;padding:0}
  .head{overflow:hidden}.cell{position:absolute;width:${PX.width}px;height:${PX.height}px}`;
const page = (title: string, content: string, style = "") =>
  html(title, `<h1>${title}</h1>${content}<p>Words after.</p>`, STYLE + style);

/** A grid whose script fits its boxes to their place, and draws the cells in view when `event` says that it has changed. */
const drawn = (
  observe: string,
  count = ROWS,
) => `<div id="grid" role="grid"><div class="head"><div id="heads"></div></div>
  <div class="box" id="box"><div id="cells"></div></div></div><script>
  cells.style.cssText = "position:relative;width:${COLUMNS * PX.width}px;height:${count * PX.height}px";
  heads.style.cssText = "position:relative;width:${COLUMNS * PX.width}px;height:${PX.height}px";
  const cell = (words, column, row) => {
    const one = Object.assign(document.createElement("div"), { className: "cell", textContent: words });
    one.style.left = column * ${PX.width} + "px";
    one.style.top = row * ${PX.height} + "px";
    return one;
  };
  const inView = (from, size, px, count) => [...Array(count).keys()].filter((index) => (index + 1) * px > from && index * px < from + size);
  const draw = () => {
    const columns = inView(box.scrollLeft, box.clientWidth, ${PX.width}, ${COLUMNS});
    const rows = inView(box.scrollTop, box.clientHeight, ${PX.height}, ${count});
    heads.replaceChildren(...columns.map((column) => cell("Head" + column + ".", column, 0)));
    cells.replaceChildren(...rows.flatMap((row) => columns.map((column) => cell("r" + row + "c" + column + ".", column, row))));
  };
  draw();
  ${observe};
</script>`;
const OBSERVES = "new ResizeObserver(draw).observe(box)";

/** All of these are shown whole. */
export const wholeGrids: Pages = {
  "/drawn-on-resize": page("Drawn on resize", drawn('addEventListener("resize", draw)')),
  "/drawn-for-paper": page("Drawn for paper", drawn(OBSERVES), "@media print{nav{display:none}}"),
  "/application": html(
    "Application",
    drawn(OBSERVES),
    `${STYLE}html,body,[role=grid]{height:100%}[role=grid]{display:flex;flex-direction:column}.box{flex:1;height:0}`,
  ),
  "/script-removed": page(
    "Script removed",
    drawn("new ResizeObserver(() => setTimeout(draw, 50)).observe(box); document.currentScript.remove()"),
  ),
  "/in-flex-boxes": page(
    "In flex boxes",
    `<main><section>${drawn(OBSERVES)}<footer>Page 1 of 1</footer></section></main>`,
    "main{height:400px}section,[role=grid]{display:flex;flex-direction:column;height:100%;min-height:0}.box{flex:1 1 0}",
  ),
  "/table": page("Table", `<div class="box">${table(COLUMNS)}</div>`),
  "/head-apart": page(
    "Head apart",
    `<div><div class="head"><table style="width:${COLUMNS * PX.width}px"><tr>${heads(COLUMNS)}</tr></table></div>
     <div class="box"><table>${rows(COLUMNS)}</table></div></div>`,
  ),
};

export const gridPages: Pages = {
  ...wholeGrids,
  "/narrow": page("Narrow", `<div class="box">${table(3)}</div>`),
  // Rows do not break between two sheets, so they are higher on paper.
  "/placed": page(
    "Placed",
    `<div class=view><div class=list><div class=box>${table(3, PLACED_ROWS)}</div></div></div>`,
    ".view{position:relative;height:300px}.list{position:absolute;inset:0}tr{height:130px;break-inside:avoid}",
  ),
  "/with-head": page(
    "With head",
    `<div class="box"><table><thead><tr>${heads(3)}</tr></thead><tbody>${rows(3, LONG_ROWS)}</tbody></table></div>`,
  ),
  "/in-a-line": page(
    "In a line",
    `<div role=grid><div role=row>${list(3, (column) => `<b role=columnheader>Head${column}.</b>`)}</div>
     <div class=box id=box><div id=cells style="display:inline-block"></div></div></div><script>
     const draw = () => {
       const count = Math.min(${PLACED_ROWS}, Math.ceil((box.scrollTop + box.clientHeight) / 60) + 1);
       cells.innerHTML = Array.from({ length: count }, (_, row) => "<div role=row>" +
         [0, 1, 2].map((column) => "<i role=gridcell>r" + row + "c" + column + ".</i>").join(" ") + "</div>").join("");
     };
     new ResizeObserver(draw).observe(box);
     box.addEventListener("scroll", draw);
     </script>`,
    `.box{position:relative}.box::after{content:"";position:absolute;top:0;height:${PLACED_ROWS * 60}px;width:1px}.box [role=row]{height:60px}`,
  ),
  "/endless": page("Endless", drawn(OBSERVES, 5_000)),
  "/fixed-size": page("Fixed size", drawn("")),
  "/tile": page(
    "Tile",
    `<main><div>${table(3).replace("<table>", "<div class=box><table>")}</div></div><p>Words below.</p></main>`,
    "main{display:grid;grid-template-rows:300px 50px}main>*{min-height:0}",
  ),
  "/text": page("Text", `<div class="box"><p>${"Terms of use. ".repeat(500)}</p>${table(2, 3)}</div>`),
};
