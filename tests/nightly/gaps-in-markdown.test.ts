/** Markdown of words that only styles separate, such as those of reports of tests. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const { origin } = await open({
  "/report": html(
    "Report",
    `<p><span class=name>Started</span><span>2026</span></p>
      <p><a href=/all>All walks</a><span class=badge>fast</span><span class=badge>3</span>of 5</p>
      <p><span class=cap>T</span>he <b>la</b>ke, <code>walk</code>s, 10<sup class=badge>6</sup>, <i>be</i><span>side</span></p>
      <table><tr><th>Name</th><th>Count</th></tr><tr><td>walk</td><td><span class=badge>1</span><span class=badge>2</span></td></tr></table>`,
    `.name { display: inline-block; width: 120px } .badge { margin-left: 6px } code { padding: 0 6px }
      .cap { font-size: 3em; padding-right: 6px }`,
  ),
  // A font draws one picture for a name, or for a character that no other font has.
  "/icons": html(
    "Icons",
    `<h2><span class=material-icons>expand_more</span> Walks &#xe5cf;</h2><p>Open the <i class=symbols>more_vert</i>menu.</p>
      <p><a href=/all>&#xf09b;</a><a href=/new><span class=material-icons>add</span>New</a> and <span class=serif>expand_more</span></p>
      <pre>\ue0b0 prompt</pre>`,
    `.material-icons { font-family: 'Material Icons' } .symbols { font-family: 'Material Symbols Outlined', sans-serif }
      .serif { font-family: Lexicon, serif }`,
  ),
});

test("words that are apart on the page have a space, parts of words have none", async () => {
  const { bytes } = await convert(`${origin}/report`, { outputType: "markdown" });
  expect(bytes.toString().trim().split("\n\n").slice(2)).toEqual([
    "Started 2026",
    `[All walks](${origin}/all) fast 3of 5`,
    "The **la**ke, `walk`s, 10<sup>6</sup>, *be*side",
    "| Name | Count |\n| --- | --- |\n| walk | 1 2 |",
  ]);
});

test("names and characters of icons are left out, but not in code", async () => {
  const { bytes } = await convert(`${origin}/icons`, { outputType: "markdown" });
  expect(bytes.toString().trim().split("\n\n").slice(2)).toEqual([
    "## Walks",
    "Open the menu.",
    `[New](${origin}/new) and expand_more`,
    "```\n\ue0b0 prompt\n```",
  ]);
});
