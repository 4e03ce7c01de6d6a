/** Markdown of code whose block has more than its lines: a head, buttons, a column of numbers, or code around it. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const CODE = "def walk(miles):\n    return miles + 1";
const BEFORE = "The function below says how many miles a walk around the lake has. ".repeat(3).trim();
const FEED = `<rss version="2.0">
  <channel>
    <title>Lake &amp; wood</title>
    <item><title>Ice</title><description>${BEFORE}</description></item>
  </channel>
</rss>`;
const AFTER = "It is called once for each walk, and adds a mile for the way back. ".repeat(3).trim();
const line = (number: number, text: string) =>
  `<div class=line><span>${number}</span><div>${text}</div></div>`;

const KINDS: Record<string, string> = {
  // Blogs of Anthropic.
  "a block in code, with a column of numbers": `<div><code class=language-python><pre class=lines>${CODE.split(
    "\n",
  )
    .map((text, at) => line(at + 1, text))
    .join("")}</pre></code></div>`,
  // Rouge.
  "a table of numbers and code in code": `<div class="language-python highlighter-rouge"><code><table><tr><td><pre class=lineno>1\n2\n</pre></td>
    <td><pre>${CODE}\n</pre></td></tr></table></code></div>`,
  "a head in the block": `<pre><code class="hljs language-python"><div class=head><span>Python</span><button>Copy</button></div><div>${CODE}
</div></code></pre>`,
  // ChatGPT. The head alone says the language.
  "a head of an editor": `<pre><div><div class=head><div>Python</div><div><button>Copy</button><button>Run</button></div></div>
    <div><div>${CODE.replace("\n", "<br>")}</div></div></div></pre>`,
  "a head above the block": `<div><div class=head><span>python</span><button><span>Copy</span></button></div><div><pre><code class=language-python>${CODE}
</code></pre></div></div>`,
};

const names = Object.keys(KINDS);
const { origin } = await open({
  ...Object.fromEntries(
    names.map((name, index) => [
      `/${index}`,
      html(
        name,
        `<p>${BEFORE}</p>${KINDS[name]}<p>${AFTER}</p>`,
        ".head,.line{display:flex}.lines{display:flex;flex-direction:column;white-space:pre}",
      ),
    ]),
  ),
  "/feed.xml": (_, response) => response.setHeader("Content-Type", "application/xml").end(FEED),
  "/own": html(
    "Own",
    "<p>Before</p><pre><code class=language-python>python\nx = <b>1</b></code></pre><pre><div>1</div><div>2</div></pre><p>A <code>word <b>in</b></code> line</p>",
  ),
});

async function partsOf(path: string): Promise<string[]> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return bytes.toString().trim().split("\n\n").slice(2);
}

test.each(names)("%s", async (name) => {
  expect(await partsOf(`/${names.indexOf(name)}`)).toEqual([BEFORE, `\`\`\`python\n${CODE}\n\`\`\``, AFTER]);
});

test("what looks like a head or a number, but is code, is kept", async () => {
  expect(await partsOf("/own")).toEqual([
    "Before",
    "```python\npython\nx = 1\n```",
    "```\n1\n2\n```",
    "A `word in` line",
  ]);
});

test("XML without styles, such as a feed, is one block", async () => {
  const { bytes } = await convert(`${origin}/feed.xml`, { outputType: "markdown" });
  expect(bytes.toString()).toBe(`Source: <${origin}/feed.xml>\n\n\`\`\`xml\n${FEED}\n\`\`\`\n`);
});
