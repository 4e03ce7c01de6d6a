/** Markdown of pages that show one of several parts. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const APT = "<p>Install the package with apt.</p><pre><code>apt install lake</code></pre>";
const BREW = "<p>Install the formula with brew.</p><pre><code>brew install lake</code></pre>";
const STYLE = "[hidden], .closed { display: none }";

const { origin } = await open({
  // As in the ARIA patterns, with `role=tabpanel` and names. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
  "/named": html(
    "Install",
    `<div role=tablist><button role=tab id=a aria-controls=apt>Debian</button><button role=tab id=b>macOS</button></div>
     <div role=tabpanel id=apt>${APT}</div><div role=tabpanel aria-labelledby=b hidden>${BREW}</div>`,
    STYLE,
  ),
  // As in Docusaurus.
  "/unnamed": html(
    "Install",
    `<div><ul role=tablist><li role=tab>Debian</li><li role=tab>macOS</li></ul>
     <div><div role=tabpanel>${APT}</div><div role=tabpanel hidden>${BREW}</div></div></div>`,
    STYLE,
  ),
  // As in Bootstrap.
  "/addresses": html(
    "Install",
    `<ul><li><a href="#apt" data-toggle=tab>Debian</a></li><li><a href="#brew" data-toggle=tab>macOS</a></li></ul>
     <div><div id=apt>${APT}</div><div id=brew class=closed>${BREW}</div></div>`,
    STYLE,
  ),
  // As in Material for MkDocs, and in DaisyUI.
  "/styled": html(
    "Install",
    `<div class=tabbed-set><input type=radio name=os id=a checked><input type=radio name=os id=b>
     <div class=tabbed-labels><label for=a>Debian</label><label for=b>macOS</label></div>
     <div class=tabbed-content><div class=tabbed-block>${APT}</div><div class=tabbed-block>${BREW}</div></div></div>`,
    "input { display: none } #a:checked ~ .tabbed-content > :last-child { display: none }",
  ),
  "/named-fields": html(
    "Install",
    `<div class=tabs><input type=radio name=os class=tab aria-label=Debian checked><div class=tab-content>${APT}</div>
     <input type=radio name=os class=tab aria-label=macOS><div class=tab-content>${BREW}</div></div>`,
    ".tab:not(:checked) + .tab-content { display: none }",
  ),
  "/accordion": html(
    "Questions",
    `<div role=tablist><h2 role=tab aria-controls=one>How deep is it?</h2><div role=tabpanel id=one>It is 48 metres deep.</div>
     <h2 role=tab aria-controls=two>Who was the first?</h2><div role=tabpanel id=two hidden>A miller was the first.</div></div>`,
    STYLE,
  ),
  // As Bootstrap's, and a menu, which stays closed.
  "/folded": html(
    "Questions",
    `<nav><h2><button aria-expanded=false aria-controls=menu>Menu</button></h2><div id=menu hidden>Start</div></nav>
     <h2><button aria-expanded=true aria-controls=one>How deep is it?</button></h2><div id=one>It is 48 metres deep.</div>
     <h2><button aria-expanded=false data-bs-target="#two">Who was the first?</button></h2><div id=two class=closed>A miller was the first.</div>
     <div class="callout is-collapsed" data-callout=tip><div>Where is it?</div><div class=closed><p>Beside the road.</p></div></div>
     <p>That is all that we were asked about the lake in this year and in the one before.</p>`,
    ".closed { display: none }",
  ),
  "/slides": html(
    "Slides",
    `<div role=tabpanel id=one><p>The lake in the morning</p></div><div role=tabpanel id=two><p>The lake in the evening</p></div>
     <ul role=tablist><li><button role=tab aria-controls=one>1</button></li><li><button role=tab aria-controls=two>2</button></li></ul>`,
  ),
  // Only the chosen part is in the page.
  "/one-part": html(
    "One part",
    `<div role=tablist><div role=tab aria-controls=part>Lakes</div><div role=tab aria-controls=part>Rivers</div></div>
     <div role=tabpanel id=part><p>The words of the chosen part</p></div>`,
  ),
});

async function markdownOf(path: string): Promise<string> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return bytes.toString().trim().split("\n\n").slice(2).join("\n\n");
}

test.for(["/named", "/unnamed", "/addresses", "/styled", "/named-fields"])(
  "%s: Markdown has all parts below the names of their tabs",
  async (path) => {
    expect(await markdownOf(path)).toBe(
      [
        "**Debian**",
        "Install the package with apt.",
        "```\napt install lake\n```",
        "**macOS**",
        "Install the formula with brew.",
        "```\nbrew install lake\n```",
      ].join("\n\n"),
    );
  },
);

test("Markdown has the closed parts of an accordion below their headings", async () => {
  expect(await markdownOf("/accordion")).toBe(
    ["## How deep is it?", "It is 48 metres deep.", "## Who was the first?", "A miller was the first."].join(
      "\n\n",
    ),
  );
});

test("Markdown has the parts that a heading's button opens, and those of closed notes", async () => {
  const text = await markdownOf("/folded");
  expect(text).not.toContain("Start");
  expect(text).toContain(
    [
      "## How deep is it?",
      "It is 48 metres deep.",
      "## Who was the first?",
      "A miller was the first.",
      "> [!TIP]\n> Where is it?\n> \n> Beside the road.",
      "That is all that we were asked about the lake in this year and in the one before.",
    ].join("\n\n"),
  );
});

test("slides that are all shown have no names", async () => {
  expect(await markdownOf("/slides")).toBe("The lake in the morning\n\nThe lake in the evening");
});

test("the names of parts that are not in the page stay", async () => {
  expect(await markdownOf("/one-part")).toBe("Lakes\n\nRivers\n\nThe words of the chosen part");
});
