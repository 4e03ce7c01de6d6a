/** Markdown of documents that office programs, mail programs and generators of references save as HTML. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const WORDS =
  "The lake lies between two hills, and a path leads around it. Walkers meet sheep, a mill and swimmers. ";

const { origin } = await open({
  "/notes": html(
    "Notes",
    `<p>Deep<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> and cold<a name=anc2 href="#sym2"><sup>2</sup></a>.</p>
      <div><hr><div><p><a href="#_ftnref1" name="_ftn1">[1]</a> Forty metres.</p></div>
      <div><p><a name=sym2 href="#anc2">2</a>Six degrees.</p></div></div>`,
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
