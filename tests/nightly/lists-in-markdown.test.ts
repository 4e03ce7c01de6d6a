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
  // Licences and specifications refer to their points by letters.
  "/letters": html(
    "Letters",
    `<p>See (b) and 1.2.</p><ol type=A><li>Title<li><p>Authors<p>Also editors<ol class=roman><li>First<li>Second</ol></ol>
      <p>From the end:</p><ol reversed><li>Second<li>First</ol>
      <table><tr><th>Kind<th>Points<tr><td>One<td><ol type=a><li>Ink<li>Pen</ol></table>`,
    ".roman { list-style-type: lower-roman }",
  ),
  // Terms of service count by styles, and documents of Google Docs do.
  "/counters": html(
    "Counters",
    `<h2>Use</h2><ol class=letters><li>Alone<li>Together</ol><h3>Place</h3><p class=clause>At home.<p class=clause>Abroad.
      <h2>End</h2><h3>Notice</h3><p>Two weeks.
      <ol class=nested><li>Rent<ol><li>Due<li>Late</ol><li>Water</ol><ol class=plain><li>Boil<li>Drain</ol>`,
    `h2 { counter-increment: part; counter-reset: section } h2::before { content: counter(part) ". " }
      h3::before { counter-increment: section; content: counter(part) "." counter(section) }
      ol { list-style: none; counter-reset: point } li { counter-increment: point }
      .letters > li::before { content: "(" counter(point, lower-latin) ") " }
      .clause { counter-increment: clause } .clause::before { content: "§ " counter(clause, upper-roman) " " / "clause" }
      .nested li::before { content: counters(point, ".") "\\a0" } .plain li::before { content: counter(point) "." }`,
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
    "    -   a. At the bridge",
    "        -   i. With a rope",
    "    -   b) At the weir",
    "A pause.",
    "2.  Write it down",
    "4\\. July was dry",
    "–\u00a0 no point",
  ]);
});

test("lists directly in lists belong to the point before them", async () => {
  expect(await linesOf("/libreoffice")).toEqual([
    "1.  Measure",
    "    -   a. At the bridge",
    "    -   b. At the weir",
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

test("letters and Roman numerals of points are words of them", async () => {
  expect(await linesOf("/letters")).toEqual([
    "See (b) and 1.2.",
    "-   A. Title",
    "-   B. Authors",
    "    Also editors",
    "    -   i. First",
    "    -   ii. Second",
    "From the end:",
    "-   2\\. Second",
    "-   1\\. First",
    "| Kind | Points |",
    "| --- | --- |",
    "| One | a. Ink<br>b. Pen |",
  ]);
});

test("numbers that styles count stand before points, headings and paragraphs", async () => {
  expect(await linesOf("/counters")).toEqual([
    "## 1. Use",
    "-   (a) Alone",
    "-   (b) Together",
    "### 1.1 Place",
    "§ I At home.",
    "§ II Abroad.",
    "## 2. End",
    "### 2.1 Notice",
    "Two weeks.",
    "1.  Rent",
    "    -   1.1 Due",
    "    -   1.2 Late",
    "2.  Water",
    "1)  Boil",
    "2)  Drain",
  ]);
});
