/** Styles for paper, however the page writes them. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html, type Responder } from "../render/pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

const SHEETS = "<p>One</p><p style='break-before:page'>Two</p><p style='break-before:page'>Three</p>";

const drawing =
  (words: string): Responder =>
  (_, response) =>
    response
      .setHeader("content-type", "image/svg+xml")
      .end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="50"><text y="40">${words}</text></svg>`,
      );

/** A heading, and a box that styles keep in one piece. Boxes of more than about 30 lines have no room on one sheet. */
const inOnePiece = (lines: number) =>
  html(
    "A box in one piece",
    `<h1>The head</h1><p style="height:${lines > 30 ? 0 : 400}px">Words</p>
     <section><div>${Array.from({ length: lines }, (_, index) => `<p>Line${index}.</p>`).join("")}</div></section>`,
    "p{margin:0;height:30px}@media print{section,div{break-inside:avoid}}",
  );

const { origin } = await open({
  "/tall-box": inOnePiece(60),
  "/whole-box": inOnePiece(25),
  "/nested": html(
    "Rules inside of rules",
    `<nav>THE MENU</nav>${SHEETS}<footer><b>THE FOOTER</b></footer>`,
    `nav{@media print{display:none}}
     footer{display:none;@media print{display:block;& b{position:fixed;bottom:0}}}`,
  ),
  "/classes": html(
    "A class for each style",
    `${SHEETS}<footer class="hidden fixed bottom on-paper">THE FOOTER</footer><div class="fixed top">THE HEADER</div>`,
    ".hidden{display:none}.fixed{position:fixed}.bottom{bottom:0}.top{top:0}@media print{.on-paper{display:block}}",
  ),
  "/not-on-screen": html(
    "Not on the screen",
    `<nav>THE MENU</nav>${SHEETS}<footer>THE FOOTER</footer>`,
    "footer{display:none}@media not screen{nav{display:none}footer{display:block;position:fixed;bottom:0}}",
  ),
  "/hidden-on-screen": html(
    "Hidden on the screen",
    `<nav>THE MENU</nav>${SHEETS}<footer>THE FOOTER</footer>`,
    "footer{position:fixed;bottom:0}@media screen{footer{display:none}}@media print{nav{display:none}}",
  ),
  "/made-for-paper": html(
    "A document for paper",
    `<header>THE HEADER</header>${SHEETS}<p style="position:fixed;bottom:0">THE FOOTER</p>`,
    "@page{margin:2cm}header{position:fixed;top:0}",
  ),
  "/site": html(
    "A site with a rule for sheets",
    `<header>THE HEADER</header>${SHEETS}`,
    "@media print{@page{margin:2cm}}header{position:fixed;top:0}",
  ),
  "/picture": html(
    "A picture for paper",
    `<h1>One picture</h1><picture><source media="print" srcset="/paper.svg"><img src="/screen.svg"></picture>`,
  ),
  "/paper.svg": drawing("ON PAPER"),
  "/screen.svg": drawing("ON SCREEN"),
  "/box": html(
    "A box for paper",
    `${SHEETS}<div class="on-paper"><p style="position:fixed;bottom:0">THE FOOTER</p></div>`,
    ".on-paper{display:none}@media print{.on-paper{display:block}}",
  ),
});

async function textOf(path: string) {
  const pages = await readPdf((await convert(origin + path)).bytes);
  const text = pages.map((page) => page.text).join(" ");
  return { text, sheets: pages.length, feet: text.match(/THE FOOTER/g)?.length };
}

test.for(["/nested", "/not-on-screen", "/hidden-on-screen"])(
  "%s: styles for paper are used",
  async (path) => {
    const { text, sheets, feet } = await textOf(path);
    expect(text).not.toContain("THE MENU");
    expect({ sheets, feet }).toEqual({ sheets: 3, feet: 3 });
  },
);

test.for(["/classes", "/box"])(
  "%s: what is shown on paper alone and fixed is on each sheet",
  async (path) => {
    expect(await textOf(path)).toMatchObject({ sheets: 3, feet: 3 });
  },
);

test("what is fixed in a document for paper is on each sheet", async () => {
  const { text, ...rest } = await textOf("/made-for-paper");
  expect(text.match(/THE HEADER/g)).toHaveLength(3);
  expect(rest).toEqual({ sheets: 3, feet: 3 });
});

test("what a site with a rule for sheets fixes is on one sheet", async () => {
  expect((await textOf("/site")).text.match(/THE HEADER/g)).toHaveLength(1);
});

test("a picture has its source for paper", async () => {
  const { text } = await textOf("/picture");
  expect(text).toContain("ON PAPER");
  expect(text).not.toContain("ON SCREEN");
});

test("what is fixed on the screen too is on one sheet", async () => {
  expect((await textOf("/classes")).text.match(/THE HEADER/g)).toHaveLength(1);
});

test("a box in one piece that is taller than a sheet begins where it stands, another one on a new sheet", async () => {
  const firstSheet = async (path: string) => (await readPdf((await convert(origin + path)).bytes))[0]?.text;
  expect(await firstSheet("/tall-box")).toContain("Line20.");
  expect(await firstSheet("/whole-box")).not.toContain("Line");
});
