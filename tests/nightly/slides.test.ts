/** Presentations: Markdown of slides that are HTML in drawings. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

/** A slide as Marp makes it, with a background in an area of its own. */
function slide(content: string): string {
  return `<svg viewBox="0 0 1280 720"><foreignObject width="1280" height="720"><section></section></foreignObject>
    <foreignObject width="640" height="720"><section>${content}</section></foreignObject></svg>`;
}

const { origin } = await open({
  "/deck": html(
    "Harvest",
    [
      slide("<h1>Harvest</h1><p>The orchard in numbers</p>"),
      slide("<h2>Apples</h2><table><tr><th>Month</th></tr><tr><td>August</td></tr></table>"),
      slide("<h2>Code</h2><x-pre><code>if (ripe) {\n  pick();\n}</code></x-pre>"),
    ].join(""),
    "svg { display: block } x-pre { display: block; white-space: pre }",
  ),
  "/longest-first": html(
    "Garden",
    [
      slide(
        "<h1>Garden</h1><h2>A talk about <b>plants</b></h2><h2>Tools</h2><ul><li>Spade</li><li>Rake</li><li>Hose</li></ul>",
      ),
      slide("<h2>Beds</h2><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"),
      slide("<h1>The end</h1><p>Thank you</p>"),
    ].join(""),
    "svg { display: block }",
  ),
  // As reveal.js has it: other slides are not displayed, and a list appears step by step.
  "/shows-one": html(
    "Winter",
    `<div class=reveal><div class=slides><section><h2>Winter</h2><p>Prune the trees</p></section>
      <section style="display: none"><h2>Summer</h2><ul><li class=fragment>Thin the fruit</li><li class=fragment>Water the trees</li></ul>
        <aside class=notes style="display: none">Speak slowly</aside></section>
      <section style="display: none"><section style="display: none"><h2>Autumn</h2><p>Pick the fruit</p></section></section>
      </div></div>`,
    ".fragment { visibility: hidden; transition: all 0.2s ease }",
  ),
  "/diagram": html(
    "Diagram",
    `<p>The plan of the year</p><svg width=300 height=200><rect width=300 height=200 fill=silver></rect>
      <foreignObject x=20 y=20 width=100 height=30><div>Blossom</div></foreignObject></svg>`,
  ),
});

async function markdownOf(path: string): Promise<string> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return bytes.toString().split("\n\n").slice(2).join("\n\n");
}

test("Markdown has the words of all slides that are HTML in drawings", async () => {
  expect(await markdownOf("/deck")).toBe(
    [
      "The orchard in numbers",
      "## Apples",
      "| Month |\n| --- |\n| August |",
      "## Code",
      "```\nif (ripe) {\n  pick();\n}\n```\n",
    ].join("\n\n"),
  );
});

test("Markdown has also the slides that are shorter than the first one", async () => {
  const markdown = await markdownOf("/longest-first");
  expect(markdown).toContain("-   Spade\n-   Rake\n-   Hose");
  expect(markdown).toContain("| a   | b   |\n| --- | --- |\n| 1   | 2   |");
  expect(markdown).toContain("# The end\n\nThank you");
});

test("Markdown has all slides of a presentation that shows one, but no notes", async () => {
  expect(await markdownOf("/shows-one")).toBe(
    [
      "Prune the trees",
      "## Summer",
      "-   Thin the fruit\n-   Water the trees",
      "## Autumn",
      "Pick the fruit\n",
    ].join("\n\n"),
  );
});

test("labels of a diagram are not written among the words of the page", async () => {
  expect(await markdownOf("/diagram")).toBe("The plan of the year\n");
});
