/** Pages of which Markdown is made. */
import { html, type Pages, picture } from "./pages.ts";

const SENTENCES =
  "The lake lies between two hills, and a path leads around it. Walkers meet sheep, a mill and, in summer, many swimmers. ";

export const LIST_ITEMS = 25;

/** What only the page's own scripts change: built-in functions, and fields that hide properties of the document. */
const FORGED = `<script>
    for (const name of ["replace", "trim", "slice"]) String.prototype[name] = () => "forged";
    Node.prototype.cloneNode = Element.prototype.getAttribute = () => "forged";
  </script>
  <img name=body alt=""><form><input name=childNodes><input name=localName><p>Words in a form</p></form>`;

export const HEADLINE = "Around the water in an hour";
export const ARTICLE = "A walk around the lake";

/** Words that Markdown or HTML would read as their own. */
export const MARK_WORDS = [
  "The <table> element of a List<String>, <!-- no comment --> and a < b",
  "AT&T writes &copy; and &#65; for signs, x & y",
  "~~not gone~~, ~/x and 5~10",
  "1) one",
  "2. two",
  "3)",
  "#",
  "# five",
  "+ plus",
  "- minus",
  "* star",
  "> quote",
  "[x] ![alt](picture.png) [^1]",
  "C:\\*new\\_old",
  "_a_ __b__ *c* `d` snake_case",
  "See http://x.example/_a_/b?c=1&d=2 and www.x.example/_a_",
  "| a | b",
];

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

export const markdownPages: Pages = {
  "/article": html(
    `${ARTICLE} | The Walker`,
    `<header><nav><a href="/">Start</a><a href="/walks">Walks</a></nav></header>
    <main><article><h1>${ARTICLE}</h1>
      <p>${SENTENCES.repeat(3)}See the <a href="map?x=1#north">map</a> by <b>Anna</b> and <i>Ben</i>.</p>
      <p hidden>Hidden words</p>
      <h2 style="display:flex"><span>Times</span><div>in hours</div></h2>
      <table>
        <thead><tr><th>Part</th><th>Hours</th></tr></thead>
        <tr><td>North | east</td><td>1</td></tr><tr><td><p>South</p><p>west</p></td><td>2</td></tr>
      </table>
      <ul><li>Boots<li>Water<ul><li>Two bottles</li></ul></li></ul>
      <pre class="language-js"><span style="display:block">const hours = 1 + 2;</span><span style="display:block">walk(hours);</span></pre>
      <p>${SENTENCES.repeat(2)}</p>
      <img src=/mill.svg alt="The mill" loading=lazy>
      <p id=late></p><script>late.textContent = "${SENTENCES}Written by a script.";</script>
      <div id=host><b>slotted words</b></div>
      <script>host.attachShadow({ mode: "open" }).innerHTML = "<p>In a shadow root: <slot></slot>, and more.</p>"</script>
    </article></main><footer>Imprint and other words</footer>`,
  ),
  "/headline": html(
    `${ARTICLE} | The Walker`,
    `<div class="hero"><h1>${HEADLINE}</h1></div><div><article>${`<p>${SENTENCES.repeat(3)}</p>`.repeat(4)}</article></div>`,
  ),
  "/short": html(
    "The mill - The Walker's notes",
    `<div class="hero"><h1>The mill</h1></div><article>${`<p>${SENTENCES.repeat(3)}</p>`.repeat(4)}</article>`,
  ),
  "/logo": html(
    "The mill - The Walker",
    `<h1>The Walker</h1><article><h2>The mill</h2>${`<p>${SENTENCES.repeat(3)}</p>`.repeat(4)}</article>`,
  ),
  "/parts": html(
    "Parts",
    `<main><article>
      <p>${SENTENCES.repeat(3)}</p>
      <h2 class="widget-header sidebar-extra">A heading with a name of another thing</h2>
      <p>${SENTENCES.repeat(3)}</p>
      <div class="embed-twitter"><blockquote><p>The mill turns again, says its owner, after forty years of silence. <a href="/photo">A photo of the mill in the evening light</a> <a href=/m>and one more</a></p><a href="/t/1">May 4</a></blockquote></div>
      <p>${SENTENCES.repeat(3)}</p>
      <div class="figures"><img src=/mill.svg alt="">Drawn by Anna in the summer of 1987.<img src=/mill.svg alt=""><img src=/mill.svg alt=""></div>
      <p>${SENTENCES.repeat(3)}</p>
      <h3>Other walks</h3>
      <ul class="related">${["Hills", "Mills", "Sheep", "Moors"].map((name) => `<li><a href="/${name}">All about the ${name} of this country</a></li>`).join("")}</ul>
      <p>${SENTENCES.repeat(3)}The last words.</p>
    </article></main>`,
  ),
  "/beside-table": html(
    "Beside",
    `<h1>The mill</h1><div class="grid" role=complementary><div><input type=search>
      <table role=grid style="height:auto"><thead><tr><th tabindex=0><div>Part</div><button>Sort</button></th><th tabindex=0><div>Hours</div><button>Sort</button></th></tr></thead><tbody>${Array.from({ length: 8 }, (_, at) => `<tr><td>Way ${at}</td><td>${at}.5</td></tr>`).join("")}</tbody></table>
    </div></div>
    <p>${SENTENCES.repeat(12)}</p>
    <div class="menu"><table><tr><td><a href="/1">Next page of all</a></td></tr><tr><td><a href="/2">Page before this</a></td></tr></table></div>`,
  ),
  "/controls": html(
    "Controls",
    `<article><h2>Times<a class="headerlink" href="#times">¶</a><span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2>
    <p>${SENTENCES.repeat(3)}</p><p><button>Edit</button></p><div><span role=button>Share</span></div>
    <h3><button>When does it open?</button></h3><p>${SENTENCES.repeat(3)}</p>
    <button aria-expanded=false>What does it cost?</button><p>${SENTENCES.repeat(3)}</p>
    <p>Press <button>Buy</button> to get a ticket, or <a role=button href="/call">call us</a>.</p>
    <div role=button><img src=/mill.svg alt="The mill"></div></article>`,
  ),
  "/cards": html(
    "Notes",
    `<header><a href="/">Notes</a></header><section><h1>Notes</h1><p>From the lake and the hills around it, each week.</p></section>
    <main><div>${["mill", "sheep", "moor"].map((name) => `<article class=card><a href="/${name}"><h3>The ${name}</h3><p>${SENTENCES}</p></a></article>`).join("")}</div></main>
    <footer><p>Written by Anna</p></footer>`,
  ),
  "/links": html(
    "Links",
    `<article>${`<p>${SENTENCES.repeat(3)}</p>`.repeat(3)}<h2>More</h2>
    <div><p><a href="/hills">About the hills</a> <a href="/mills">About the mills</a></p></div><p>${SENTENCES}</p></article>`,
  ),
  "/list-and-code": html(
    "List and code",
    `<main><article><h1>Parts</h1><ol>${Array.from({ length: LIST_ITEMS }, (_, index) => `<li>Part ${index}</li>`).join("")}</ol>
    <div><pre><code>return 2; // a long comment, which continues beyond the right side of the page, as I think, does it not?</code></pre></div>
    </article></main>`,
  ),
  "/code": html(
    "Code",
    `<p>${SENTENCES}</p><pre style="position:relative"><i style="position:absolute"></i>one\n<i style="float:left"></i>two<div style="position:absolute"><button>Copy</button></div><div>three</div>four<br>five</pre>`,
  ),
  "/minutes": html(
    "Minutes",
    `<h1>Meetings</h1><p>All of this year.</p><table><thead><tr><th>No</th><th>Report</th><th>Votes</th></tr></thead>
    ${"<tr><td>1</td><td>The council met, and after a long debate, it decided on the bridge.</td><td>12</td></tr>".repeat(3)}
    </table>`,
  ),
  "/tables": html(
    "Tables",
    `<p>${SENTENCES}</p><table><caption>Sales</caption><tr><th>Month</th><th>Pieces</th></tr><tr><td>May</td><td>12</td></tr></table>
    <table><colgroup><col><col></colgroup><tbody><tr><th>Year</th><th>Pieces</th></tr><tr><td>1987</td><td>99</td></tr></tbody></table>`,
  ),
  "/spanned": html(
    "Spanned",
    `<p>${SENTENCES}</p><table><thead><tr><th rowspan=2>Region<th colspan=2>2025<th>2026<tr><th>Q1<th>Q2<th>Q1</thead>
    <tfoot><tr><th>Total<td colspan=2>all<td>some</tfoot>
    <tbody><tr><th rowspan=2>North<td colspan=2 rowspan=2>ab<td>1<tr><td>2<tr><td>South<td>c<td rowspan=9>d<td>3<tr><td>East<td>e<td>4</table>`,
  ),
  // As Hugo, Sphinx and Docusaurus write numbers, marked lines and indents.
  "/numbered": html(
    "Numbered",
    `<p>${SENTENCES}</p><pre><code><span style="display:flex"><i style="user-select:none">9</i><span>if a:\n</span></span><span
      style="display:flex"><i style="user-select:none">10</i><span>  <b>b</b>\n</span></span></code></pre>
    <pre><i class=linenos>1</i>c\n<span style="display:block"><i class=linenos>2</i>d\n</span><i class=linenos>3</i>\n<i class=linenos>4</i><b>5</b>\n</pre>
    <pre><span style="display:block">e<br></span><span style="display:block"><span>  </span><b>f</b><br></span></pre>`,
  ),
  // As Sphinx writes them.
  "/notes": html(
    "Notes",
    `<article><h1>Notes</h1><p>${SENTENCES} <a href="#n1">1</a></p><p>${SENTENCES}</p>
    <aside class=footnotes><aside id=n1 role=note>1 <p>The mill was built in 1802.</p></aside></aside></article>`,
  ),
  // As Hexo, VitePress, Sphinx, Pygments and Docusaurus write code.
  "/highlighted": html(
    "Highlighted",
    `<figure class="highlight js"><table><tr><td class=gutter><pre><span>1</span><br><span>2</span><br></pre></td>
      <td class=code><pre><span>one</span><br><span>two</span><br></pre></td></tr></table></figure>
    <div class="language-json"><button>Copy</button><span class=lang>json</span><pre><code>{}</code></pre>
      <div aria-hidden=true><span>1</span><br></div></div>
    <div class="highlight-python notranslate"><div class=highlight><pre>pass</pre></div></div>
    <div class="highlight-default notranslate"><div class=highlight><pre>plain</pre></div></div>
    <pre data-language=sh>npm start</pre>
    <pre>7</pre><p>Words below a number</p>
    <details><summary>More</summary><div style="display:none;height:0"><pre>three<br>four</pre></div></details>`,
  ),
  // As Docusaurus, also with numbers, and Starlight write the lines of code.
  "/lines": html(
    "Lines",
    `<style>.row { display: table-row } .cell { display: table-cell } .box { display: block }</style>
    <p>${SENTENCES}</p><pre><code>${["one", "", "two"].map((line) => `<div><span>${line}</span><br></div>`).join("")}</code></pre>
    <pre><code>${["three", "four"].map((line) => `<span class=row><span class=cell></span><span class=cell>${line}<br></span></span>`).join("")}</code></pre>
    <pre><code class=box>${["five", "\n", "six"].map((line) => `<div><div>${line}</div></div>`).join("")}</code></pre>
    <pre><code>${["seven", "eight"].map((line) => `<div style="display:flex"><div>${line}</div><div>!</div></div>`).join("")}</code></pre>`,
  ),
  // As Starlight writes headings and notes. Readability takes them for parts of something else.
  "/manual": html(
    "Manual",
    `<main>
      <div><p>${SENTENCES.repeat(3)}</p>
        <div class=wrapper><h2 id=quick-start>Quick start</h2>
          <a href="#quick-start"><span>Section titled “Quick start”</span></a></div>
        <p>${SENTENCES.repeat(3)}</p>
        <aside aria-label=Note><p>Note</p><p>Take a coat with you, because the wind is cold at the lake.</p></aside>
        <aside><p>More</p><p><a href=/hills>The hills behind the lake and the mills of the valley</a></p></aside>
        <h3 id=share-the-way>Share the way<a href="#share-the-way"><i>\uf0c1</i></a></h3>
        <p>${SENTENCES.repeat(3)}</p></div>
    </main>`,
  ),
  // As Docsify, Antora and Rspress write headings, and words that are not seen.
  "/self-links": html(
    "Self links",
    `<style>.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }</style>
    <main><div class=spoken>For machines: see the list of all pages.</div>
    <h2 id=way><a href="#/?id=way"><span>The way</span></a></h2><p>${SENTENCES.repeat(3)}</p>
    <h2><a id=mill href="#mill">The mill</a></h2><p>${SENTENCES.repeat(3)}</p>
    <h2 class=spoken>Of the sheep</h2><p>${SENTENCES.repeat(3)}<span class=spoken>Opens a window</span></p>
    <h2 id=more><a href="/more#more">More</a></h2><p>${SENTENCES.repeat(3)}</p></main>`,
  ),
  // As DocBook writes a reference: its parts are equal, and only some of them would be the article.
  "/reference": html(
    "walk",
    `<table><tr><th>walk</th></tr><tr><td><a href=/a>Prev</a></td><td><a href=/b>Next</a></td></tr></table>
    <div class=refentry>
      <div class=refnamediv><h2>walk</h2><p>walk — takes visitors around a lake, or to a mill</p></div>
      <div class=refsynopsisdiv><h2>Synopsis</h2><pre>walk [--slow] [--with-a-dog] LAKE</pre></div>
      <div class=refsect1><h2>Description</h2><div class=refsect2 id=WALK-SHARE><h3>Shared ways</h3>
        <p>${SENTENCES.repeat(5)}</p></div><p>${SENTENCES.repeat(9)}</p></div>
      <div class=refsect1><h2>Notes</h2><div id=be-careful-with-related-lakes><p>${SENTENCES.repeat(2)}</p></div></div>
      <div class=refsect1><h2>Compatibility</h2><p>Walking follows the rules of all lakes.</p></div>
      <div class=related><p>Another walk leads from the lake to a letter box.</p></div>
    </div>`,
  ),
  // As Jupyter writes a notebook: its cells are the body, and one of them would be the article.
  "/notebook": html(
    "Notebook",
    `<div class=cell><p>Walks of this year and of the last.</p></div>
    <div class=cell><pre>import lakes</pre></div>
    <div class=cell><pre>print(lakes)</pre><div class=output><pre>${SENTENCES.repeat(9)}</pre></div></div>
    <div class=cell><h2>Errors</h2><p>Division by zero</p></div>`,
  ),
  "/formulas": html(
    "Formulas",
    `<p>Inline <span class="katex"><span class="katex-mathml" style="position:absolute"><math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow>
    <annotation encoding="application/x-tex">E_0 = \\frac{m}{2}</annotation></semantics></math></span>
    <span class="katex-html" aria-hidden="true"><span>E</span><span>=</span><span>m</span></span></span> and <math><msup><mi>x</mi>
    <mn>2</mn></msup><mo>+</mo><mn>1</mn></math>.</p><p>Block</p><math display="block" alttext="a < b"><mi>a</mi></math>
    <p>Drawn <span class="MathJax_Preview">y</span><script type="math/tex">y^2</script></p>`,
  ),
  "/tasks": html(
    "Tasks",
    `<p>${SENTENCES.repeat(3)}</p><ul><li><input type=checkbox disabled checked> Buy boots</li>
    <li><label><input type=checkbox disabled> <b>Find</b> the map</label></li></ul><ul><li><input type=checkbox> Lakes only</li></ul>`,
  ),
  "/details": html(
    "Details",
    `<details><summary>Question one?</summary>Reply <b>one</b></details><details open>
    <summary><span>Question two?</span></summary><p>Reply two</p> and more</details>Words after`,
  ),
  "/marks": html(
    "Marks",
    `${MARK_WORDS.map((words) => `<p>${escaped(words)}</p>`).join("")}<p><span>4</span><span>)</span> <span>four</span></p>
    <p>Wow!<a href="/next">next</a></p><h2>Number #</h2><img src=/mill.svg alt="a &lt;b> &amp;amp;">
    <table><tr><th>a || b</th><th>c</th></tr><tr><td>\\|</td><td><code>d || &lt;b> ~~e~~</code></td></tr></table>`,
  ),
  "/deep": html(
    "Deep",
    `${"<div>".repeat(505)}<div id=low></div><script>
    let last = low;
    for (let depth = 0; depth < 20; depth += 1) last = last.appendChild(document.createElement("div"));
    last.innerHTML = "<table><tr><td colspan=3>Far down</td></tr></table>";
    </script>`,
  ),
  "/drawing": (_, response) => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Words of a drawing</text></svg>';
    response.setHeader("content-type", "image/svg+xml").end(drawing);
  },
  "/mill.svg": picture("#00f"),
  "/start": html(
    "The Walker",
    `<ul style="display:flex">${["Lakes", "Hills"].map((name) => `<a href="/${name}"><h3>${name}</h3></a>`).join("")}</ul>
    <a href="javascript:alert(1)">Print</a><a href="/icon"><svg></svg></a>
    <table><tr><td><ul><li>Only placed</li></ul></td><td>by a table</td></tr></table>${FORGED}`,
  ),
  "/report": (_, response) => {
    response.setHeader("content-type", "application/pdf").end("%PDF-1.7");
  },
};
