/** Markdown of lists of word processors, which are not written as HTML has them. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const BULLET = `<span style="font-family:Symbol">·<span style="font:7.0pt 'Times New Roman'">&nbsp;&nbsp;&nbsp;
  </span></span>`;

const mark = (text: string) => `<![if !supportLists]>${text}<span>&nbsp;&nbsp; </span><![endif]>`;

const { origin } = await open({
  // Word's "Web page, filtered". A number of the third level stands behind a wide space.
  "/word": html(
    "Word",
    `<p>Take with you:</p>
      <p class=first>${BULLET}Boots</p>
      <p class=first>${BULLET}<b>Wa</b>ter</p>
      <p class=second>${mark("o")}Two bottles</p>
      <p class=second>${mark("o")}A cup</p>
      <p class=first>${BULLET}A map</p>
      <p>Then:</p>
      <p class=first>${mark("1.")}Measure</p>
      <p class=second>${mark("a.")}At the bridge</p>
      <p class=third>&nbsp;&nbsp;&nbsp;&nbsp;${mark("i.")}With a rope</p>
      <p class=second>${mark("b)")}At the weir</p>
      <p>A pause.</p>
      <p class=first>${mark("2.")}Write it down</p>
      <p class=first>4. July was dry</p>
      <p>–&nbsp; no point</p>`,
    `p { margin: 0 } .first { margin-left: 36pt; text-indent: -18pt } .second { margin-left: 72pt; text-indent: -18pt }
      .third { margin-left: 108pt; text-indent: -108pt }`,
  ),
  // LibreOffice has lists directly in lists, and numbers of another style in a list beside.
  "/libreoffice": html(
    "LibreOffice",
    `<ol><li><p>Measure</p></ol><ol type=a><ol type=a><li>At the bridge<li>At the weir</ol></ol><ol start=2><li>Write</ol>
      <p>and</p><ul><li>Boots<li>Water<ul><li>Cup</li></ul><ul></ul></ul>`,
  ),
  // Documents that Google Docs publishes have all lists beside each other, and pasted ones inside.
  "/google-docs": html(
    "Google Docs",
    `<ul><li>Boots</li><li>Water</li></ul><ul class=second><li>Bottles</li></ul><ul class=third><li>Large</li></ul>
      <ul class=second><li>Cup</li></ul><ul><li>Map</li></ul>
      <p>and</p><ol><li>One</li><ol><li>Below</li></ol><li>Two</li></ol>
      <div class=columns><ul><li>Left</li></ul><ul><li>Right</li></ul></div>`,
    `ul, ol { margin: 0; padding: 0 } li { margin-left: 36pt } .second li { margin-left: 72pt } .third li { margin-left: 108pt }
      .columns { display: flex }`,
  ),
  "/two": html(
    "Two",
    `<p>For two:</p><ol><li>Boil<li>Drain</ol><div><ol><li>Heat<li>Stir</ol></div><ol start=3><li>Serve</ol>
      <ol><li>Wash</ol><p>and</p><ol><li>Sleep</ol>`,
  ),
});

async function linesOf(path: string): Promise<string[]> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  const lines = bytes.toString().split("\n").slice(4);
  return lines.filter((line) => line.trim());
}

test("paragraphs with bullets and numbers of their own are lists", async () => {
  expect(await linesOf("/word")).toEqual([
    "Take with you:",
    "-   Boots",
    "-   **Wa**ter",
    "    -   Two bottles",
    "    -   A cup",
    "-   A map",
    "Then:",
    "1.  Measure",
    "    1.  At the bridge",
    "        1.  With a rope",
    "    2.  At the weir",
    "A pause.",
    "2.  Write it down",
    "4\\. July was dry",
    "–\u00a0 no point",
  ]);
});

test("lists directly in lists belong to the point before them", async () => {
  expect(await linesOf("/libreoffice")).toEqual([
    "1.  Measure",
    "    1.  At the bridge",
    "    2.  At the weir",
    "2.  Write",
    "and",
    "-   Boots",
    "-   Water",
    "    -   Cup",
  ]);
});

test("lists below a list, and further to the right, belong to its last point", async () => {
  expect(await linesOf("/google-docs")).toEqual([
    "-   Boots",
    "-   Water",
    "    -   Bottles",
    "        -   Large",
    "    -   Cup",
    "-   Map",
    "and",
    "1.  One",
    "    1.  Below",
    "2.  Two",
    "-   Left",
    "-   Right",
  ]);
});

test("the numbers of a list that follows a list begin again", async () => {
  expect(await linesOf("/two")).toEqual([
    "For two:",
    "1.  Boil",
    "2.  Drain",
    "1)  Heat",
    "2)  Stir",
    "3.  Serve",
    "1)  Wash",
    "and",
    "1.  Sleep",
  ]);
});
