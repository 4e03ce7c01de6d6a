import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { markdownPage } from "./markdown-page.ts";

test("the first heading becomes the title, without its markup", () => {
  expect(markdownPage("Intro\n\n## Q3 *report* & `plan`\n\n# Later")).toContain(
    "<title>Q3 report &amp; plan</title>",
  );
});

test("list items with a box become tasks, also in a list with paragraphs", () => {
  const page = markdownPage("- [x] done\n\n- [ ] open\n\n- [link](https://example.org)");
  expect(page.match(/<input type="checkbox" disabled checked>/g)).toHaveLength(1);
  expect(page.match(/<input type="checkbox" disabled>/g)).toHaveLength(1);
});

test("addresses that begin with www. are links, but no other words with dots", () => {
  const page = markdownPage(
    "See www.example.org/a_b, (www.example.com). Not x.org, www., `www.a.org` or awww.b.org",
  );
  expect(page.match(/href="[^"]*"/g)).toEqual([
    'href="http://www.example.org/a_b"',
    'href="http://www.example.com"',
  ]);
  expect(page).toContain(">www.example.org/a_b</a>, (");
});

test("quotations that begin with the name of an alert have it as their title", () => {
  const page = markdownPage(
    "> [!NOTE]\n> Read *this*.\n\n> [!tip]\n>\n> Later\n\n> [!NOTE] is no alert\n\n> [!Other]",
  );
  expect(page).toContain(
    '<blockquote class="alert note">\n<p><strong>Note</strong><br>Read <em>this</em>.</p>',
  );
  expect(page).toContain('<blockquote class="alert tip">\n<p><strong>Tip</strong></p>\n<p>Later</p>');
  expect(page).toContain("<blockquote>\n<p>[!NOTE] is no alert</p>");
  expect(page).toContain("<blockquote>\n<p>[!Other]</p>");
});

test("footnotes are at the end, with links in both directions", () => {
  const page = markdownPage(
    "A[^1] and B[^long], A again[^1], no ^[note] and no[^other].\n\n[^1]: First.\n[^long]: Two\n\n    parts.\n\nEnd",
  );
  expect(page).toContain('A<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>');
  expect(page.match(/<a href="#fn1" id="fnref1(:1)?">\[1\]<\/a>/g)).toHaveLength(2);
  expect(page).toContain("no ^[note] and no[^other].");
  const notes = page.slice(page.indexOf("<p>End</p>"));
  expect(notes.match(/<li id="fn\d"/g)).toHaveLength(2);
  expect(notes).toMatch(/<p>First\..*href="#fnref1"/);
  expect(notes).toContain("<p>Two</p>\n<p>parts.");
});

test("a text with more than 1,000 footnotes has none, and the next one has its own", () => {
  const notes = (count: number) =>
    Array.from({ length: count }, (_, index) => `[^${index}]\n\n[^${index}]: Note\n\n`).join("");
  expect(markdownPage(notes(1_001))).not.toContain('class="footnote-ref"');
  expect(markdownPage(notes(2)).match(/class="footnote-ref"/g)).toHaveLength(2);
});

test.each([
  "www.",
  "www.a.org ",
  "> [!NOTE]\n\n",
  "[",
  "> ",
  "a**b",
  "1. ",
  "`a``",
  "| a ",
  "- ".repeat(50),
  "<a ",
  "[^1] ",
  "[^",
  "[^1]: a\n\n",
])("Markdown that repeats %j is parsed to its end", (piece) => {
  const text = piece.repeat(LIMITS.markdownChars / piece.length);
  expect(markdownPage(text)).toContain("</html>");
});
