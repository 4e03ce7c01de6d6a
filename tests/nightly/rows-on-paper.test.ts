/** Rows of boxes that scroll sideways, which paper cannot do. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { numbered } from "../render/prints-whole-pages.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

/** Columns of ten words each, which scroll down. */
const COLUMNS = Array.from(
  { length: 6 },
  (_, index) =>
    `<section><div class="list">${numbered(10, 100 + index * 10).replaceAll(/\w+/g, "<p>$&</p>")}</div></section>`,
).join("");
const WORDS = numbered(60, 100).split(" ");

/** The window does not scroll, and neither do the boxes around the board. */
const APPLICATION = `html,body{height:100%;margin:0;overflow:hidden}
  body{display:flex;flex-direction:column}main{flex:1;min-height:0;overflow-x:auto;overflow-y:hidden}
  section{width:280px;max-height:100%}.list{max-height:200px;overflow-y:auto}`;

const FURTHER = numbered(10, 300).replaceAll(/\w+/g, "<p style='flex:0 0 280px'>$&</p>");

const { origin } = await open({
  "/flex": html(
    "Flex",
    `<header>Board</header><main>${COLUMNS}</main>`,
    `${APPLICATION}main{display:flex;gap:10px}section{flex:none}`,
  ),
  "/grid": html(
    "Grid",
    `<header>Board</header><main><div>${COLUMNS}</div></main>`,
    `${APPLICATION}main>div{display:grid;grid-auto-flow:column;width:max-content;height:100%}`,
  ),
  "/line": html(
    "Line",
    `<header>Board</header><main>${COLUMNS}</main>`,
    `${APPLICATION}main{white-space:nowrap}section{display:inline-block;vertical-align:top}`,
  ),
  "/window": html("Window", COLUMNS, "body{display:flex;width:600vw;margin:0}section{flex:0 0 100vw}"),
  "/reader": html(
    "Reader",
    `<main>${WORDS.map((word) => `<p>${word}</p>`).join("")}</main>`,
    "main{height:90vh;columns:60vw;column-fill:auto;overflow-x:auto}p{height:40px}",
  ),
  "/products": html(
    "Products",
    `<p>${numbered(60, 100)} ${numbered(60, 200)}</p><div style="display:flex;overflow-x:auto">${FURTHER}</div>`,
  ),
  "/layout": html(
    "Layout",
    `<main><nav>Menu</nav><article>${numbered(60, 100)}</article><aside>Beside</aside></main>`,
    "main{display:flex;overflow-x:auto}nav,aside{flex:0 0 150px}article{flex:0 0 800px}",
  ),
});

async function wordsOf(path: string): Promise<string[]> {
  const { text } = await textOnPaper((await convert(origin + path)).bytes);
  return text.match(/w\d{3}/g) ?? [];
}

test.for(["/flex", "/grid", "/line", "/window", "/reader"])(
  "%s: a row with the page's words continues in further rows, and its columns grow",
  async (path) => {
    expect((await wordsOf(path)).toSorted()).toEqual(WORDS);
  },
);

test("a row beside the page's content stays one row", async () => {
  const words = await wordsOf("/products");
  expect(words).toContain("w302");
  expect(words).not.toContain("w309");
});

test("a menu, a text and what is beside it stay beside each other", async () => {
  const { text } = await textOnPaper((await convert(`${origin}/layout`)).bytes);
  expect(text).toContain("Menu");
  expect(text).not.toContain("Beside");
});
