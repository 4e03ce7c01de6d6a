/** Markdown of references of programming interfaces, whose parts are often shorter than a sentence, and links; and of lists of components. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const WORDS =
  "A map keeps pairs of keys and values. Both can be null, and the order of the pairs is not given, so it can change. ";
const CODE_FONT = "code, pre, .signature, h4 { font-family: Courier, monospace } .grid { display: grid }";

/** Components whose rows are buttons in their shadow roots, as in lists of Ionic. */
const COMPONENTS = `<script>
  customElements.define("x-row", class extends HTMLElement {
    constructor() {
      super();
      this.attachShadow({ mode: "open" }).innerHTML = "<button><slot></slot></button>";
    }
  });
</script>`;

const { origin } = await open({
  "/members": html(
    "Map",
    `<main><h1>Map</h1><p>${WORDS.repeat(3)}</p><h2>Members</h2>
      <div class=grid>
        <div><code>void</code></div><div><code><a href="#clear">clear</a>()</code></div><div><p>${WORDS}</p></div>
        <div><code><a href="set">Set</a>&lt;<a href="key">K</a>&gt;</code></div>
        <div><code><b>keys</b>(<a href="view">View</a><br>view)</code></div><div><p>${WORDS}</p></div>
      </div>
      <h3>get</h3><div class=signature>public <a href="value">V</a> get(<a href="object">Object</a> key)</div>
      <p>${WORDS.repeat(3)}</p>
      <div><a href="source">source</a><h4>fn <a href="#whole">split</a>(self) -> <a href="parts">Parts</a></h4></div>
      <p>${WORDS.repeat(3)}</p>
      <div><a href="news">News</a><p><a href="other">The other map of the year</a></p></div>
      <p>${WORDS.repeat(3)}</p></main>`,
    CODE_FONT,
  ),
  "/languages": html(
    "Languages",
    `<main><h1>Languages</h1><p>${WORDS.repeat(3)}</p>
      <h2>Of a map <button><img src="/copy.svg" alt="Copy the path"></button></h2>
      <pre><code class="typescript hljs">let one: Map;</code></pre><button><img src="/copy.svg" alt="Copy the code"></button><p>${WORDS}</p>
      <pre><code class="hljs python">two = Map()</code></pre><p>${WORDS}</p>
      <pre><code class="hljs undefined">three</code></pre><p>${WORDS}</p>
      <pre class="rust rust-example-rendered"><code>let four = Map::new();</code></pre><p>${WORDS}</p><pre class="src src-emacs-lisp">(map)</pre><p>${WORDS}</p><pre><code class="ts">five();</code></pre><p>${WORDS}</p><pre class="intro">six</pre><p>${WORDS}</p>
      <div class="language-bash highlight"><table class=highlighttable><tr><td><div><pre>1\n2</pre></div></td>
      <td><div><pre><code>make five\nmake six</code></pre></div></td></tr></table></div><p>${WORDS.repeat(3)}</p></main>`,
    CODE_FONT,
  ),
  // As in rustdoc, Swagger UI and Doxygen.
  // As in AsciiDoctor, DokuWiki and Doxygen.
  "/numbers": html(
    "Numbers",
    `<main><h1>Numbers</h1><p>${WORDS.repeat(3)}</p><pre><code>one() <i class=conum data-value=1></i><b>(1)</b></code></pre>
      <div class=colist><table><tr><td><i class=conum data-value=1></i><b>1</b></td><td>Makes <em>one</em></td></tr></table></div>
      <p>${WORDS}</p><pre class="code file php">two();</pre><p>${WORDS}</p><pre class="code file">three</pre><pre class="code literal-block">words</pre><pre class="code sh literal-block">ls</pre><p>${WORDS}</p>
      <div class=fragment><div class=line><span class=lineno>   12</span>four;</div><div class=line><span class=lineno>   15</span>five;</div></div>
      <p>${WORDS.repeat(3)}</p></main>`,
    ".conum + b { display: none } .line { font-family: monospace; white-space: pre-wrap }",
  ),
  // As in TypeDoc. What readers say is left out.
  "/comments": html(
    "Client",
    `<main><h1>Class Client</h1><section class="tsd-panel tsd-comment"><div class="tsd-comment tsd-typography"><p>Sends requests, and retries them.</p></div></section>
      <p>${WORDS.repeat(5)}</p><section><h3>send</h3><p>${WORDS}</p><div class="tsd-comment"><p>Sends one request to the path.</p></div></section>
      <div class="comment"><p>I like how this one sends requests.</p></div><p>${WORDS.repeat(2)}</p></main>`,
  ),
  // As in Redoc.
  "/operation": html(
    "Operation",
    `<main><h1>Operation</h1><p>${WORDS.repeat(3)}</p><div><button><span>get</span> <span>/maps/{id}</span></button><button>Copy</button></div>
      <div class=sample><code><button>-</button>{<ul><li><span>"id"</span>: 9007199254740993,</li><li>"keys": [<ul><li>"a"</li></ul>]</li></ul>}</code></div>
      <div class=sample><code>one<ul><li>two</li></ul></code></div><p>${WORDS.repeat(3)}</p></main>`,
    "li { display: block }",
  ),
  "/headings": html(
    "Headings",
    `<main><h1>Map<span><small><pre>2.0.0</pre></small></span></h1><p>${WORDS.repeat(3)}</p>
      <h2>get <button style="font-size:0">Copy item path</button></h2><p>${WORDS}</p>
      <div class=fragment><div class=line><a href=map>Map</a> one;</div><div class=line>  one.clear();</div></div>
      <p>${WORDS.repeat(3)}</p></main>`,
    ".line { font-family: monospace; white-space: pre-wrap }",
  ),
  "/editors": html(
    "Editors",
    `<main><p>${WORDS.repeat(3)}</p>
      <div class=cm-editor><div class=cm-gutters aria-hidden=true><div>1</div><div>2</div><div>3</div></div>
      <div class=cm-content data-language=python><div class=cm-line>if one:</div><div class=cm-line><br></div>
      <div class=cm-line>    <span>two</span>()</div></div></div><p>${WORDS}</p>
      <div data-mode-id=css><div class=monaco-editor><div class=margin><div class=line-numbers>1</div></div>
      <div class=view-lines><div class=view-line style="top:20px">&nbsp;&nbsp;color:&nbsp;red</div>
      <div class=view-line style="top:0">b&nbsp;{</div></div></div></div><p>${WORDS}</p>
      <div class=cm-editor style="font-family:serif"><div class=cm-content><div class=cm-line>A note.</div></div></div></main>`,
    ".cm-line, .view-line { font-family: Courier, monospace; white-space: pre } .view-lines { position: relative; height: 40px } .view-line { position: absolute } [style*=serif] * { font-family: serif }",
  ),
  // As Quill has it.
  "/points": html(
    "Points",
    `<p>${WORDS}</p><ol><li data-list=bullet><span class=ql-ui></span>apple</li><li data-list=bullet class=ql-indent-1>red</li>
      <li data-list=bullet>pear</li><li data-list=ordered>first</li><li data-list=ordered>second</li>
      <li data-list=checked>done</li><li data-list=unchecked>open</li></ol><p>${WORDS}</p>`,
  ),
  // As Nextra, Fumadocs and Docusaurus have links to other pages of a manual, and files in their folders.
  "/boxes": html(
    "Boxes",
    `<main><h1>Boxes</h1><p>${WORDS.repeat(3)}</p><div class=grid><a class=nextra-card href=start><span>Start</span></a>
      <a href=themes><h3>Themes</h3><p>Of one color</p></a><a href=hosts><h2>Hosts</h2></a></div><p>${WORDS.repeat(3)}</p>
      <ul><li><button>content</button><ul><li>index.mdx</li></ul></li><li><button>public</button></li><li>readme.md</li></ul>
      <ul><li><button>Share</button></li><li>More</li></ul><p>${WORDS.repeat(3)}</p>
      <div class=grid><a href=one><img src=one.png alt=""><h3>Another story</h3></a><a href=two><h3>The next story</h3></a></div>
      <p>${WORDS.repeat(3)}</p></main>`,
    ".grid { display: grid } a { display: flex }",
  ),
  "/front": html(
    "News",
    `<div role=region><a style="position:fixed;left:100%" href="#first">Skip the menu</a></div>
      <main id=first>${["One", "Two", "Six"].map((name) => `<section><h2><a href=${name}>${name} boats</a></h2><p>By Anna</p></section>`).join("")}</main>`,
  ),
  "/rows": html(
    "Rows",
    `${COMPONENTS}<h1>Tickets</h1><x-row><h2>The first ticket</h2><p>Opened by Anna</p></x-row>
      <x-row role=listitem>The second ticket</x-row><p>${WORDS}</p><x-row>Send</x-row>`,
  ),
});

async function markdownOf(path: string): Promise<string> {
  const { bytes } = await convert(`${origin}${path}`, { outputType: "markdown" });
  return bytes.toString();
}

test("names, types and signatures are kept where they are short or links, with the links outside of their code", async () => {
  const text = await markdownOf("/members");
  for (const part of [
    `\n\n\`void\`\n\n[\`clear\`](${origin}/members#clear)\`()\`\n\n`,
    `\n\n[\`Set\`](${origin}/set)\`<\`[\`K\`](${origin}/key)\`>\`\n\n`,
    `\n\n\`keys(\`[\`View\`](${origin}/view) \`view)\`\n\n`,
    `\n\npublic [V](${origin}/value) get([Object](${origin}/object) key)\n\n`,
    `\n\n#### fn [split](${origin}/members#whole)(self) -> [Parts](${origin}/parts)\n\n`,
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/News|The other map/);
});

test("code has the language that older highlighters name in their own way", async () => {
  const text = await markdownOf("/languages");
  for (const part of [
    "\n\n## Of a map\n\n",
    "```typescript\nlet one",
    "```python\ntwo",
    "```\nthree",
    "```rust\nlet",
    "```emacs-lisp\n(map)",
    "```ts\nfive",
    "```\nsix",
    "```bash\nmake five\nmake six\n```",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("copy.svg");
});

test("code has the numbers that a list below it explains, but not those of its lines", async () => {
  const text = await markdownOf("/numbers");
  for (const part of [
    "\n\n```\none() (1)\n```\n\n1.  Makes _one_\n\n",
    "\n\n```php\ntwo();\n```\n\n",
    "\n\n```\nthree\n```\n\n```\nwords\n```\n\n```sh\nls\n```\n\n",
    "\n\n```\nfour;\nfive;\n```\n\n",
  ])
    expect(text).toContain(part);
});

test("an operation has its method and path, and a sample of lists is a block of code", async () => {
  const text = await markdownOf("/operation");
  expect(text).toMatch(/\n\nget \/maps\/\{id\}\n\n/);
  expect(text).toContain(
    '\n\n```json\n{\n  "id": 9007199254740993,\n  "keys": [\n    "a"\n  ]\n}\n```\n\n```\none\ntwo\n```\n\n',
  );
  expect(text).not.toContain("Copy");
});

test("a heading is one line, and has no button; code whose lines are boxes is a block", async () => {
  const text = await markdownOf("/headings");
  for (const part of ["# Map 2.0.0\n\n", "\n\n## get\n\n", "\n\n```\nMap one;\n  one.clear();\n```\n\n"])
    expect(text).toContain(part);
});

test("rows of components are kept where each is a button in a shadow root, other such buttons are not", async () => {
  const text = await markdownOf("/rows");
  expect(text).toContain("## The first ticket\n\nOpened by Anna\n\nThe second ticket\n\n");
  expect(text).not.toContain("Send");
});

test("code in an editor is a block of its lines, in their order and without their numbers", async () => {
  const { bytes } = await convert(`${origin}/editors`, { outputType: "markdown" });
  const text = bytes.toString();
  expect(text).toContain("```python\nif one:\n\n    two()\n```");
  expect(text).toContain("```css\nb {\n  color: red\n```");
  expect(text).toContain("\n\nA note.");
});

test("links to the content of the page, which are outside of the window, are left out", async () => {
  const text = await markdownOf("/front");
  expect(text).toContain("Two boats");
  expect(text).not.toContain("Skip");
});

test("links in boxes with a title are paragraphs, those to stories with pictures are left out, and folders have their names", async () => {
  const text = await markdownOf("/boxes");
  expect(text).toContain(
    `\n\n[Start](${origin}/start)\n\n[Themes Of one color](${origin}/themes)\n\n[Hosts](${origin}/hosts)\n\n`,
  );
  expect(text.replace(/\n\s*\n/g, "\n")).toContain(
    "\n-   content\n    -   index.mdx\n-   public\n-   readme.md\n-   More\n",
  );
  expect(text).not.toMatch(/story|Share/);
});

test("points of an editor are bullets, numbers and tasks, each in their own list", async () => {
  const text = await markdownOf("/points");
  expect(text).toContain(
    "\n\n-   apple\n    -   red\n-   pear\n\n1.  first\n2.  second\n\n-   [x] done\n-   [ ] open\n\n",
  );
});

test("comments of code are kept, those of readers are not", async () => {
  const text = await markdownOf("/comments");
  expect(text).toContain("Sends requests, and retries them.");
  expect(text).toContain("Sends one request to the path.");
  expect(text).not.toContain("I like");
});
