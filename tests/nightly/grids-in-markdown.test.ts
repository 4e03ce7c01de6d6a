/** Markdown of data grids, whose rows and cells are no elements of a table. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const GRID = `.row { display: flex; height: 30px } .row > * { width: 100px }
  .grid { position: relative; height: 120px } .side { position: absolute; left: 0; top: 30px } .main { margin-left: 100px }`;

const row = (...cells: string[]) =>
  `<div role=row class=row>${cells.map((cell) => `<div role=gridcell>${cell}</div>`).join("")}</div>`;

const { origin } = await open({
  // The first column stays at the side, and is the last in the document. A button sorts a column.
  "/grid": html(
    "Staff",
    `<h1>Staff</h1><div role=grid class=grid>
      <div role=rowgroup class=main><div role=row class=row>
        <div role=columnheader><button>City</button></div>
        <div role=columnheader><span>Age</span><button aria-haspopup=menu>Menu</button></div></div></div>
      <div role=rowgroup class=main>${row("Rome", "31")}${row("Wien | Graz", "<b>42</b>")}</div>
      <div class=side>${row("Anna")}${row("Ben")}</div></div>
      <p>After the grid</p>`,
    GRID,
  ),
  "/sorted": html(
    "Sorted",
    "<table><tr><th><button>Name</button></th><th>City</th><th></th></tr><tr><td>Anna</td><td>Rome</td><td><button>Edit</button></td></tr></table>",
  ),
  // As in the statistics of HAProxy: what appears when a cell is pointed at is a table too.
  "/pointed": html(
    "Load",
    `<table><tr><th>Name</th><th>Sessions</th></tr><tr><td>one</td><td><u>7<div class=tips>
      <table><tr><th>Reused</th><td>3</td></tr><tr><th>New</th><td>4</td></tr></table></div></u></td></tr></table>`,
    ".tips { position: absolute; visibility: hidden } u:hover .tips { visibility: visible }",
  ),
  // As Element and DataTables have them, so that the rows scroll below the heads.
  "/apart": html(
    "Apart",
    `<div><table><tr><th>Name</th><th>City</th><th class=bar></th></tr></table></div><div><table><tr><td>Anna</td><td>Rome</td></tr></table></div>
      <p>Of another year</p><div><table><tr><th>Name</th><th>City</th></tr></table></div><div><table><tr class=flat><th><div>Name</div></th><th><div>City</div></th></tr>
      <tr><td>Ben</td><td>Graz</td></tr></table></div><table><tr><th>Heads</th></tr></table><p>and</p><table><tr><td>rows</td></tr></table>`,
    "table { width: 300px; border-spacing: 0; table-layout: fixed } .bar { width: 6px; padding: 0 } .flat * { height: 0; overflow: hidden; padding: 0 }",
  ),
  // A grid of the keyboard alone, and one with more than its rows.
  "/cards": html(
    "Cards",
    `<div role=grid>${row("<h2>Apples</h2><p>Red ones</p>", "5 kg")}${row("<h2>Pears</h2><p>Green ones</p>", "3 kg")}</div>
      <div role=table><p>Two of ninety rows are shown here at the moment</p>${row("Anna", "Rome")}${row("Ben", "Graz")}</div>`,
  ),
  // Javadoc has a list of members as a grid of boxes. A page can be a grid, too.
  "/members": html(
    "Members",
    `<div class=members><div class=table-header>Type</div><div class="table-header last">Name</div><div><code>int</code></div><div><a href=#hours>hours</a></div>
      <div><code>void</code></div><div>walk</div></div>
      <div class=members><div class=header>A page</div><div>of a menu</div><div>and words</div><div>below it</div></div>`,
    ".members { display: grid; grid-template-columns: max-content auto }",
  ),
});

async function markdownOf(path: string): Promise<string[]> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return bytes.toString().trim().split("\n\n").slice(2);
}

test("the rows of a data grid are those of a table, with all columns in the order in which they are shown", async () => {
  expect(await markdownOf("/grid")).toEqual([
    "|     | City | Age |\n| --- | --- | --- |\n| Anna | Rome | 31  |\n| Ben | Wien \\| Graz | **42** |",
    "After the grid",
  ]);
});

test("a table that is sorted by its heads has them", async () => {
  expect(await markdownOf("/sorted")).toEqual([
    "| Name | City |     |\n| --- | --- | --- |\n| Anna | Rome |     |",
  ]);
});

test("a table stays one if what appears above its cells are tables", async () => {
  expect(await markdownOf("/pointed")).toEqual(["| Name | Sessions |\n| --- | --- |\n| one | 7   |"]);
});

test("heads and rows in two tables, one below the other, are one table", async () => {
  const all = await markdownOf("/apart");
  expect(all.slice(0, 3)).toEqual([
    "| Name | City |     |\n| --- | --- | --- |\n| Anna | Rome |",
    "Of another year",
    "| Name | City |\n| --- | --- |\n| Ben | Graz |",
  ]);
  expect(all).toHaveLength(6);
});

test("grids of more than short texts are written as they stand", async () => {
  expect(await markdownOf("/cards")).toEqual([
    "## Apples",
    "Red ones",
    "5 kg",
    "## Pears",
    "Green ones",
    "3 kg",
    "Two of ninety rows are shown here at the moment",
    "Anna",
    "Rome",
    "Ben",
    "Graz",
  ]);
});

test("boxes that styles lay out as a grid below its heads are a table", async () => {
  expect(await markdownOf("/members")).toEqual([
    `| Type | Name |\n| --- | --- |\n| \`int\` | [hours](${origin}/members#hours) |\n| \`void\` | walk |`,
    "A page",
    "of a menu",
    "and words",
    "below it",
  ]);
});
