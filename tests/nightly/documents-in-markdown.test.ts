/** Markdown of documents that office programs, mail programs and generators of references save as HTML. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const WORDS =
  "The lake lies between two hills, and a path leads around it. Walkers meet sheep, a mill and swimmers. ";

const { origin } = await open({
  // As Google Docs saves a document, and a list of terms as manuals have it.
  "/styled": html(
    "Styled",
    `<h2><span class=b>Walks</span></h2><p><span class=r>The lake lies </span><span class=b>between two</span><span class=r> hills, and a </span><span class=i>path</span>
    leads <span class="b i">around it</span>, past un<span class=b>believ</span>able farms.</p><p>It <strong><span class=b>is</span></strong> <span class=b>a <b>long</b></span> walk.</p>
    <dl><dt>Miles</dt><dd>Nine of them.</dd><dt class=r>Hours</dt><dd>Three.</dd></dl>`,
    ".b { font-weight: 700 } .i { font-style: italic } dt { font-weight: bold } h2, .r { font-weight: 400 }",
  ),
  "/notes": html(
    "Notes",
    `<p>Deep<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> and cold<a name=anc2 href="#sym2"><sup>2</sup></a>.</p>
      <div><hr><div><p><a href="#_ftnref1" name="_ftn1">[1]</a> Forty metres.</p></div>
      <div><p><a name=sym2 href="#anc2">2</a>Six degrees.</p></div></div>`,
  ),
  "/heads": html(
    "Heads",
    `<table><tr><td><p><b>Part</b></p></td><td><b>Ho</b><b>urs</b></td></tr><tr><td><b>North</b></td><td>1</td></tr></table>
      <p>and</p><table><tr><td><b>all</b></td><td><b>rows</b></td></tr><tr><td><b>are</b></td><td><b>strong</b></td></tr></table>`,
  ),
  "/mail": html(
    "Mail",
    `<table role=presentation><tr><td>Your order</td><td>is on its way</td></tr><tr><td>Boots</td><td>90 €</td></tr></table>
      <table><tr><td>A walk</td><td>by Ann</td><td></td></tr></table><table><tr><td>One column</td></tr><tr><td>of words</td></tr></table>
      <b style="font-weight:normal"><p>Copied <i>words</i></p><p>of a <b>document</b></p></b>`,
  ),
  // As MJML writes one: a table for each part, and the button in a table of its own.
  "/offer": html(
    "Offer",
    [
      "<a href=/all>Walks</a> <a href=/mill>Mill</a>",
      `<h1>Autumn walks</h1><p>${WORDS.repeat(3)}</p><p>${WORDS.repeat(2)}</p>`,
      "<table role=presentation><tr><td><a href=/book>Book now</a></td></tr></table>",
      `<p>${WORDS.repeat(2)}</p>`,
      "<p><a href=/leave>Unsubscribe</a></p>",
    ]
      .map(
        (part) =>
          `<div><table role=presentation><tbody><tr><td><div>${part}</div></td></tr></tbody></table></div>`,
      )
      .join(""),
  ),
  "/cells": html(
    "Cells",
    `<table><tr><th>Name</th><th>Meaning</th></tr><tr><td>kind</td><td>One of<ul><li>lake</li><li>mill</li></ul></td></tr>
      <tr><td><ol start=3><li>third</li><li>fourth</li></ol></td><td>none</td></tr></table>
      <table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody><tr><td>walk</td><td>A path.
      <table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tr><td>hours</td><td>How long</td></tr></table></td></tr></tbody></table>`,
  ),
  "/manual": html(
    "WALK(1)",
    `<main><h1>NAME</h1><p>${WORDS}</p><h1>OPTIONS</h1><h2>Usual ones</h2>
      <p><b>-A</b>, <a href=/all>--all</a> ${WORDS}</p><h2>1. Rare ones</h2><p>${WORDS.repeat(3)}</p></main>`,
  ),
  "/parts": html(
    "Parts",
    `<ul><li><ul><li><h3>Fields</h3><p>Two of them</p></li></ul></li><li><h3>Methods</h3><ul><li>walk</li></ul></li></ul>`,
  ),
});

async function markdownOf(path: string): Promise<string[]> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return bytes
    .toString()
    .trim()
    .split(/\n\s*\n/)
    .slice(2);
}

test("notes whose places have names, not ids, are footnotes", async () => {
  expect(await markdownOf("/notes")).toEqual([
    "Deep[^1] and cold[^2].",
    "[^1]: Forty metres.",
    "[^2]: Six degrees.",
  ]);
});

test("a first row of strong words is a row of heads", async () => {
  expect(await markdownOf("/heads")).toEqual([
    "| Part | Hours |\n| --- | --- |\n| **North** | 1   |",
    "and",
    "|     |     |\n| --- | --- |\n| **all** | **rows** |\n| **are** | **strong** |",
  ]);
});

test("tables of one row or column, and those that say so, only place their words", async () => {
  expect(await markdownOf("/mail")).toEqual([
    "Your order is on its way",
    "Boots 90 €",
    "A walk by Ann",
    "One column",
    "of words",
    "Copied _words_",
    "of a **document**",
  ]);
});

test("a mail has its button, its links and its foot", async () => {
  const { bytes } = await convert(`${origin}/offer`, { outputType: "markdown" });
  const text = bytes.toString();
  for (const words of ["[Mill]", "Autumn walks", "[Book now]", "[Unsubscribe]"])
    expect(text).toContain(words);
});

test("points and rows in a cell stand in lines of their own", async () => {
  expect(await markdownOf("/cells")).toEqual([
    "| Name | Meaning |\n| --- | --- |\n| kind | One of<br>- lake<br>- mill |\n| 3. third<br>4. fourth | none |",
    "| Name | Meaning |\n| --- | --- |\n| walk | A path.<br>Name Meaning<br>hours How long |",
  ]);
});

test("headings keep their order, and nothing behind a mark has a backslash without need", async () => {
  const all = await markdownOf("/manual");
  expect(all.filter((part) => part.startsWith("#"))).toEqual([
    "## NAME",
    "## OPTIONS",
    "### Usual ones",
    "### 1. Rare ones",
  ]);
  expect(all.find((part) => part.startsWith("**"))).toContain(`**-A**, [--all](${origin}/all) The lake`);
});

test("points that begin with headings are parts of the page", async () => {
  expect(await markdownOf("/parts")).toEqual(["### Fields", "Two of them", "### Methods", "-   walk"]);
});

test("words that only styles make bold or italic are marked, but not twice and not in headings", async () => {
  const { bytes } = await convert(`${origin}/styled`, { outputType: "markdown" });
  expect(bytes.toString().trim().split("\n\n").slice(2)).toEqual([
    "## Walks",
    "The lake lies **between two** hills, and a _path_ leads _**around it**_, past un**believ**able farms.",
    "It **is** a **long** walk.",
    "**Miles**",
    "Nine of them.",
    "Hours",
    "Three.",
  ]);
});
