import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { newAccount } from "../stage/service.ts";
import { convert, endOf, open } from "./convert.ts";
import { ARTICLE, HEADLINE, LIST_ITEMS, MARK_WORDS, markdownPages } from "./markdown-pages.ts";

const { origin } = await open(markdownPages);

async function markdownOf(path: string) {
  const { job, bytes } = await convert(`${origin}${path}`, { outputType: "markdown" });
  return { job, text: bytes.toString() };
}

test("Markdown of an article has its title, source and content, without what is around it", async () => {
  const { job, text } = await markdownOf("/article");
  expect(job.result).toMatchObject({
    contentType: "text/markdown; charset=utf-8",
    filename: `${ARTICLE} The Walker.md`,
    completeness: { images: { total: 1, loaded: 1 } },
  });
  expect(job.credits?.used).toBe(1);
  expect(text).toMatch(new RegExp(`^# ${ARTICLE}.*\n\nSource: <${origin}/article>\n\nThe lake lies`));
  for (const part of [
    `See the [map](${origin}/map?x=1#north) by **Anna** and _Ben_.`,
    "## Times in hours\n\n| Part | Hours |\n| --- | --- |\n| North \\| east | 1   |\n| South west | 2   |\n",
    "-   Boots\n-   Water\n    -   Two bottles\n",
    "```js\nconst hours = 1 + 2;\nwalk(hours);\n```",
    `![The mill](${origin}/mill.svg)`,
    "Written by a script.",
    "In a shadow root: **slotted words**, and more.",
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Walks|Hidden|Imprint/);
});

test("a headline that stands outside of the article, and is not the title, is kept", {
  tags: ["nightly"],
}, async () => {
  const { text } = await markdownOf("/headline");
  expect(text).toContain(`\n\n## ${HEADLINE}\n\nThe lake lies`);
});

test("the headline is the title if the window's title begins with it, but not if it is the site's name", {
  tags: ["nightly"],
}, async () => {
  expect((await markdownOf("/short")).text).toMatch(/^# The mill\n\nSource: <.*>\n\nThe lake lies/);
  expect((await markdownOf("/logo")).text).toMatch(/^# The mill - The Walker\n/);
});

test("buttons, edit links and permalinks are left out, but no questions, pictures and words of sentences", async () => {
  const { text } = await markdownOf("/controls");
  for (const part of [
    "\n\n## Times\n\n",
    "\n\n### When does it open?\n\n",
    "\n\nWhat does it cost?\n\n",
    `Press Buy to get a ticket, or [call us](${origin}/call).`,
    `![The mill](${origin}/mill.svg)`,
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Edit|Share/);
});

test("links below a heading of the article are kept", { tags: ["nightly"] }, async () => {
  const { text } = await markdownOf("/links");
  expect(text).toContain(
    `## More\n\n[About the hills](${origin}/hills) [About the mills](${origin}/mills)\n`,
  );
});

test("headings, quotations and captions between the article's paragraphs are kept, but no links to other articles", {
  tags: ["nightly"],
}, async () => {
  const { text } = await markdownOf("/parts");
  for (const part of [
    "\n\n## A heading with a name of another thing\n\n",
    "> The mill turns again, says its owner, after forty years of silence.",
    "Drawn by Anna in the summer of 1987.",
    "The last words.",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("All about");
});

test("a table beside the article is kept, but none of links", { tags: ["nightly"] }, async () => {
  const { text } = await markdownOf("/beside-table");
  expect(text).toMatch(/\| Part +\| Hours \|\n\|[ -|]+\n(\| Way \d \| \d\.5 +\|\n){8}\nThe lake lies/);
  expect(text).not.toMatch(/Next page|Page before/);
});

test("a page is written whole if only a small part of it would be the article", async () => {
  const { text } = await markdownOf("/list-and-code");
  expect(text.match(/Part \d/g)).toHaveLength(LIST_ITEMS);
});

test("a list of articles is written whole if each title and its first sentences are one link", async () => {
  const { text } = await markdownOf("/cards");
  for (const name of ["mill", "sheep", "moor"])
    expect(text).toMatch(new RegExp(`\\[The ${name} The lake lies .*\\]\\(${origin}/${name}\\)`));
});

test("code has the lines of the page, without line numbers' boxes and buttons", async () => {
  expect((await markdownOf("/code")).text).toContain("```\none\ntwo\nthree\nfour\nfive\n```");
});

test("code has its language and all lines, without the numbers of lines and the name of the language", async () => {
  const { text } = await markdownOf("/highlighted");
  expect(text.slice(text.indexOf("```"))).toBe(
    `${["```js\none\ntwo\n```", "```json\n{}\n```", "```python\npass\n```", "```\nplain\n```", "```sh\nnpm start\n```"].join("\n\n")}

\`\`\`
7
\`\`\`

Words below a number

More

\`\`\`
three
four
\`\`\`
`,
  );
});

test("code in boxes for each line has no further empty lines", async () => {
  const { text } = await markdownOf("/lines");
  expect(text.slice(text.indexOf("```"))).toBe(
    `${["one\n\ntwo", "three\nfour", "five\n\nsix", "seven\n!\neight\n!"].map((code) => `\`\`\`\n${code}\n\`\`\``).join("\n\n")}\n`,
  );
});

test("code has no numbers of lines, but its indents, and no further empty lines around marked ones", async () => {
  const { text } = await markdownOf("/numbered");
  expect(text.slice(text.indexOf("```"))).toBe(
    `${["if a:\n  b", "c\nd\n\n5", "e\n  f"].map((code) => `\`\`\`\n${code}\n\`\`\``).join("\n\n")}\n`,
  );
});

test("footnotes are kept", async () => {
  expect((await markdownOf("/notes")).text).toContain("The mill was built in 1802.");
});

test("headings in boxes of their own, and notes, are kept without links to themselves", {
  tags: ["nightly"],
}, async () => {
  const { text } = await markdownOf("/manual");
  for (const part of [
    "\n\n## Quick start\n\nThe lake lies",
    "\n\nTake a coat with you, because the wind is cold at the lake.\n\n",
    "\n\n### Share the way\n\n",
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Section titled|mills of the valley/);
});

test("headings are no links to themselves, and words that are not seen are left out, except headlines", {
  tags: ["nightly"],
}, async () => {
  const { text } = await markdownOf("/self-links");
  for (const part of [
    "## The way\n",
    "## The mill\n",
    "## Of the sheep\n",
    `## [More](${origin}/more#more)\n`,
  ])
    expect(text).toContain(`\n\n${part}`);
  expect(text).not.toMatch(/For machines|Opens a window/);
});

test("what stands before and after the article in the same part of the page is kept", {
  tags: ["nightly"],
}, async () => {
  const { text } = await markdownOf("/reference");
  for (const part of [
    "takes visitors around a lake, or to a mill",
    "## Synopsis\n\n```\nwalk [--slow] [--with-a-dog] LAKE\n```\n",
    "### Shared ways\n",
    "## Notes\n\nThe lake lies",
    "## Compatibility\n\nWalking follows the rules of all lakes.\n",
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Prev|a letter box/);
  const notebook = await markdownOf("/notebook");
  for (const part of ["Walks of this year and of the last.", "import lakes", "## Errors\n\nDivision by zero"])
    expect(notebook.text).toContain(part);
});

test("a table whose rows are the article is written whole, with the text before it", async () => {
  const { text } = await markdownOf("/minutes");
  expect(text).toMatch(/All of this year\.\n\n\| No +\| Report \| Votes \|\n(\| .*\n){4}$/);
});

test("the first row is a table's head, also after a caption or columns", { tags: ["nightly"] }, async () => {
  const { text } = await markdownOf("/tables");
  expect(text).toMatch(/\n\nSales\n\n\| Month \| Pieces \|\n\|[ -|]+\n\| May +\| 12 +\|\n/);
  expect(text).toMatch(/\n\n\| Year \| Pieces \|\n\|[ -|]+\n\| 1987 +\| 99 +\|\n/);
});

test("cells of several rows, further rows of heads and the foot keep their columns and order", {
  tags: ["nightly"],
}, async () => {
  const { text } = await markdownOf("/spanned");
  const [head, border, ...rows] = text.match(/\|.*\|$/gm) ?? [];
  const cellsOf = (row = "") =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
  expect([head, ...rows].map(cellsOf)).toEqual([
    ["Region", "2025", "", "2026"],
    ["", "Q1", "Q2", "Q1"],
    ["North", "ab", "", "1"],
    ["", "", "", "2"],
    ["South", "c", "d", "3"],
    ["East", "e", "", "4"],
    ["Total", "all", "", "some"],
  ]);
  expect(border).toMatch(/^(\| --- ){4}\|$/);
});

test("formulas are TeX between dollars", async () => {
  const { text } = await markdownOf("/formulas");
  expect(text).toContain(
    String.raw`Inline $E_0 = \frac{m}{2}$ and $x^{2} + 1$.

Block

$$a < b$$

Drawn $y^2$`,
  );
});

test("a list of tasks says which are done", async () => {
  expect((await markdownOf("/tasks")).text).toMatch(
    /\n-\s+\[x\] Buy boots\n-\s+\[ \] \*\*Find\*\* the map\n[^[]*Lakes only\n$/,
  );
});

test("the summary and the words of details are paragraphs", { tags: ["nightly"] }, async () => {
  const { text } = await markdownOf("/details");
  expect(text).toContain(
    "\n\nQuestion one?\n\nReply **one**\n\nQuestion two?\n\nReply two\n\nand more\n\nWords after\n",
  );
});

test("words that look like Markdown or HTML stay words", async () => {
  const { text } = await markdownOf("/marks");
  const parser = new MarkdownIt({ html: true });
  const page = parser.render(text);
  const { escapeHtml } = parser.utils;
  for (const words of [...MARK_WORDS, "4) four"]) expect(page).toContain(`<p>${escapeHtml(words)}</p>`);
  for (const part of [
    `<p>Wow!<a href="${origin}/next">next</a></p>`,
    "<h2>Number #</h2>",
    `alt="a &lt;b&gt; &amp;amp;"`,
    "<th>a || b</th>",
    "<td>\\|</td>",
    "<td><code>d || &lt;b&gt; ~~e~~</code></td>",
  ])
    expect(page).toContain(part);
  for (const plain of ["a < b", "AT&T", "x & y", "~/x", "snake_case", "a | b"]) expect(text).toContain(plain);
  // In GitHub's Markdown, an address with a backslash would be a link with it.
  expect(text).toContain(String.raw`http\://x.example/\_a\_/b?c=1&d=2 and www\.x.example/\_a\_`);
});

test("a table deeper than the copied elements is written as text", { tags: ["nightly"] }, async () => {
  expect((await markdownOf("/deep")).text).toContain("\n\nFar down\n");
});

test("the words of an SVG file are written, and saved in one HTML document", {
  tags: ["nightly"],
}, async () => {
  expect((await markdownOf("/drawing")).text).toContain("\n\nWords of a drawing\n");
  const { bytes } = await convert(`${origin}/drawing`, { outputType: "html" });
  expect(bytes.toString()).toMatch(/^<!DOCTYPE html>\n<html><head>.*<text y="20">Words of a drawing<.text>/s);
});

test("a page without an article is written whole, and its scripts cannot change the text", async () => {
  const { text } = await markdownOf("/start");
  expect(text).toBe(`# The Walker

Source: <${origin}/start>

[Lakes](${origin}/Lakes)

[Hills](${origin}/Hills)

Print

-   Only placed

by a table

Words in a form
`);
});

test("Markdown of a PDF is refused, and the credit is refunded", async () => {
  const job = await endOf(`${origin}/report`, { outputType: "markdown" });
  expect(job).toMatchObject({ status: "failed", error: { code: "not_a_page" }, credits: { used: 0 } });
});

test("a page from the request has no source, and keeps its relative links", async () => {
  const account = await newAccount();
  const html = '<title>Offer</title><p>Our <a href="/prices">prices</a> of today</p>';
  const { jobId } = await createJob(account, { html, options: { outputType: "markdown" } });
  const bytes = await resultBytes(await finishedJob(account, jobId));
  expect(bytes.toString()).toBe("# Offer\n\nOur [prices](/prices) of today\n");
});

test("a page without a title begins with its own heading, and its HTML gets no title", async () => {
  const account = await newAccount();
  const html = "<h1>Offer</h1><p>Our prices of today</p>";
  const written = async (outputType: "markdown" | "html") => {
    const { jobId } = await createJob(account, { html, options: { outputType } });
    return (await resultBytes(await finishedJob(account, jobId))).toString();
  };
  expect(await written("markdown")).toBe("# Offer\n\nOur prices of today\n");
  expect(await written("html")).not.toContain("<title>");
});
