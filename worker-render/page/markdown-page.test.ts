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

test.each(["[", "> ", "a**b", "1. ", "`a``", "| a ", "- ".repeat(50), "<a "])(
  "Markdown that repeats %j is parsed to its end",
  (piece) => {
    const text = piece.repeat(LIMITS.markdownChars / piece.length);
    expect(markdownPage(text)).toContain("</html>");
  },
);
