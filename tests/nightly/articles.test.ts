/** Which parts of a page its Markdown has, and in which letters. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const SENTENCE =
  "The lake lies between two hills, and a path of nine miles leads around it, past old farms. ";
const OTHER = "A word of the week that the site shows beside each of its stories, whatever they are about. ";
const LEAD = "Nine miles of path lead past houses that have been empty for a hundred years";
const LINKS = '<a href="/a">Start</a> <a href="/b">Walks</a>';

const { origin } = await open({
  "/letters": html(
    "Hy\u00adphens",
    `<article><p>${SENTENCE.repeat(6)}</p><p>Mit\u00adtel\u00adalter</p>
    <p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>と<ruby>体罰<rt>たいばつ</rt></ruby>を。</p><p>${SENTENCE}</p></article>`,
  ),
  "/raised": html(
    "Raised",
    `<p>10<sup>6</sup> l of H<sub>2</sub>O at 10<sup>-3</sup> bar on the 4<sup>th</sup>.<sup> </sup> A note<sup><a href="/n">1</a></sup></p>`,
  ),
  "/stressed": html(
    "Stressed",
    "<p>A <em>whole</em> word, 2<i>n</i>2, un<b>believ</b>able, これは<b>「湖」</b>です、<em>山</em>の上。<em>(x)</em>y <b> z </b><i></i> <b>o</b><b>ne</b></p><p><a>1</a>. words</p>",
  ),
  "/buttons": html(
    "Buttons",
    `<p>Find <em>the longest</em> <span><button>special</button></span> <span><button>subsequence</button></span></p>
    <p><button>Share</button> <button>Print</button></p>`,
  ),
  "/captions": html(
    "Captions",
    `<main><p>${SENTENCE.repeat(4)}</p><div><div><a href="/1"><img src="/1.png" width="200" height="150" alt="Lake"></a></div>
    <div class="thumbcaption">A <a href="/lake">small lake</a></div></div><p>${SENTENCE.repeat(4)}</p></main>`,
  ),
  // As in reports of Allure.
  "/dashboard": html(
    "Dashboard",
    `<ul>${"<li><a href='/m'>Menu</a></li>".repeat(6)}</ul><div><div class="widget island"><div class="widget__body"><h2 class="widget__title">Report of 12/11/2023
    <div class="widget__subtitle">15:43:21 - 15:43:27 (6s 306ms)</div></h2><div class="splash"><div class="splash__title">8</div><div class="splash__subtitle">test cases</div></div></div></div>
    ${["Suites", "Features", "Categories", "Executors"].map((name) => `<div class="widget island"><div class="widget__body"><h2 class="widget__title">${name} <span class="widget__subtitle">3 items total</span></h2><div class="table"><a href="/${name}">All ${name}</a></div></div></div>`).join("")}</div>`,
  ),
  // As in Hacker News.
  // As in résumés.
  "/contact": html(
    "Jo Miller",
    `<main><h1>Jo Miller</h1><div class="contact"><div><a href="mailto:jo@example.com">jo@example.com</a></div>
    <div><a href="tel:5554321">555 4321</a></div></div><section><h2>Work</h2><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(3)}</p></section></main>`,
  ),
  "/folds": html(
    "Folds",
    `<article><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE} <a href="javascript:void(0)">[–]</a></p><p>${SENTENCE.repeat(4)} <a href="javascript:void(0)">More</a>
    <a href="/all">…</a></p></article>`,
  ),
  // As in manuals of PostgreSQL.
  "/way": html(
    "Way",
    `<div class="navheader"><table><tr><th colspan="3">Way around the lake, and what else is there to see</th></tr><tr><td><a href="/a">Prev</a></td>
    <td>Chapter 9. Walks</td><td><a href="/c">Next</a></td></tr></table></div><div class="sect1"><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(4)}</p></div>`,
  ),
  // Of Bootstrap and Material for MkDocs.
  "/alerts": html(
    "Alerts",
    `<article><p>${SENTENCE.repeat(6)}</p><div class="alert alert-danger" role="alert"><h4 class="alert-heading">Deep</h4><p>Do not swim.</p></div>
    <div class="alert alert-secondary" role="alert"><p>${SENTENCE}</p></div>
    <div class="admonition question"><p class="admonition-title">Question</p><p>How long is it?</p></div><p>${SENTENCE.repeat(6)}</p></article>`,
  ),
  // As in manuals of Erlang.
  "/functions": html(
    "Functions",
    `<div id="content"><section><h3>Description</h3><p>Two walks W1 and W2 are equal if W1 == W2, and W1 =:= W2.</p>
    <ul><li><p>If W1 is shorter than W2, it comes first.</p></li></ul><p>${SENTENCE}</p></section>
    <div>${["all", "any"].map((name) => `<article><h4>${name}(Walks)</h4><div><p>${SENTENCE.repeat(4)}</p></div></article>`).join("")}</div></div>`,
  ),
  // Readability keeps a list of numbered links in the box of the article.
  "/trail": html(
    "Trail",
    `<main><nav><ol><li><a href="/">Home</a></li><li><a href="/walks">All walks</a></li></ol></nav><p>${SENTENCE.repeat(6)}</p>
    <nav><p>On this page you also find ${SENTENCE}</p></nav><p>${SENTENCE.repeat(6)}</p></main>`,
  ),
  "/notes": html(
    "Notes",
    `<main><article><p>${SENTENCE.repeat(6)}</p><p>${SENTENCE}<sup>1</sup></p></article></main>
    <div class="post-footnotes"><h4>Notes</h4><ol><li><a href="/source">The source of the first sentence</a></li></ol></div>
    <div class="post-links"><ol><li><a href="/other">Another story of the same week</a></li></ol></div>`,
  ),
  "/footnotes": html(
    "Footnotes",
    `<article><h1>Footnotes</h1><p>${SENTENCE.repeat(4)}</p><p>A mill<sup id="fnref:1"><a href="#fn:1">1</a></sup>, a farm<a id="up2"></a><a href="#down2">[2]</a>
    and an inn.<sup id="cite_ref-3_0"><a href="#cite_note-3">[note 3]</a></sup> The inn again.<sup id="cite_ref-3_1"><a href="#cite_note-3">[note 3]</a></sup>
    See part <a href="#part">1</a>, and a lost note<sup id="r9"><a href="#n9">9</a></sup>. Software<sup id="fnref:4"><a href="#fn:4">4</a></sup>.</p>
    <h2 id="part">A part</h2><p>${SENTENCE} <a href="#fnref:1">To the mill</a></p>
    <div class="footnotes"><ol><li id="fn:1"><p>[Built] in 1802.</p><p>Burnt in 1903. <a href="#fnref:1">↩︎</a></p></li><li id="fn:4"><p>.NET of 2002. <a href="#fnref:4">↩︎</a></p></li></ol>
    <p><a id="down2" href="#up2">2</a>. <i>Sold</i> since.</p>
    <ol><li id="cite_note-3"><span>^ <a href="#cite_ref-3_0"><sup>a</sup></a> <a href="#cite_ref-3_1"><sup>b</sup></a></span> <a href="/inn">The inn</a>.</li></ol></div>
    </article><div style="display:none"><p id="n9">Hidden <a href="#r9">↩︎</a></p></div>`,
  ),
  // As in Tufte CSS, Quarto and AsciiDoctor, and with a copy in the margin.
  "/margin": html(
    "Margin",
    `<style>.sidenote, .marginnote { float: right; width: 90px }</style><article><p>${SENTENCE.repeat(4)}</p>
    <p>A mill<label for=s1 class="margin-toggle sidenote-number"></label><input type=checkbox id=s1><span class=sidenote>Built <i>late</i>.</span>
    and sheep<label for=m1 class=margin-toggle></label><input type=checkbox id=m1><span class=marginnote>White ones.</span> of a farm<a
    href="#fn1" id=r1 role=doc-noteref><sup>1</sup></a> by the lake<sup>[<a id=r2 href="#fn2">2</a>]</sup>.</p>
    <div class=column-margin><div id=fn1><p><sup>1</sup>&nbsp;An old one.</p></div></div><p>${SENTENCE.repeat(4)}</p></article>
    <div class=sidenote><p>A deep one.</p></div><div id=footnotes><hr><div class=footnote id=fn2><a href="#r2">2</a>. A deep one.</div></div>`,
  ),
  // As LaTeXML writes papers, and arXiv shows them.
  "/paper": html(
    "Paper",
    `<style>.ltx_note_content { display: none } li { list-style: none }</style><article><h1>Paper</h1><p>${SENTENCE.repeat(4)}</p>
    <p>A mill<span class="ltx_note ltx_role_footnote"><sup class=ltx_note_mark>1</sup><span class=ltx_note_outer><span class=ltx_note_content><sup
    class=ltx_note_mark>1</sup> <span class=ltx_tag_note>1</span> Built <i>late</i>.</span></span></span> stands there.</p>
    <ul><li><span>•</span> <div>Boots</div><ol><li><span>1.</span> <div>Brown</div></li><li><span>(b)</span> <div>Black</div></li></ol></li></ul>
    <p>${SENTENCE.repeat(4)}</p></article>`,
  ),
  "/callouts": html(
    "Callouts",
    `<article><h1>Callouts</h1><p>${SENTENCE.repeat(4)}</p>
    <div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>Bring boots.</p></div>
    <div class="admonition warning"><p class="admonition-title">Thin ice</p><p>Do not walk.</p></div>
    <div class="admonitionblock tip"><table><tr><td class="icon"><div class="title">Tip</div></td><td class="content">Go <b>early</b>.</td></tr></table></div>
    <div class="theme-admonition theme-admonition-danger alert"><div>danger</div><div><p>Deep.</p></div></div>
    <div class="note"><h3 class="title">Note</h3><p>Also here.</p></div>
    <div class="caution"><table border="0"><tr><td rowspan="2"><img src="/c.png" alt="[Caution]"></td><th>Caution</th></tr><tr><td><p>And there.</p></td></tr></table></div>
    <blockquote class="alert important"><p><strong>Important</strong><br>Read <em>this</em>.</p></blockquote>
    <div class="custom-block details"><div class="callout callout-style-default callout-tip"><div class=callout-header><div></div><div>Tip</div></div><div><p>Go late.</p></div></div>
      <p class="callout important"><strong>Time</strong> is short.</p><div class=callout>No kind</div><p>Other words</p></div><p>${SENTENCE.repeat(4)}</p></article>`,
  ),
  "/definitions": html(
    "Definitions",
    `<main><article><h1>Definitions</h1><section><p class="h2-related">Use these functions to work with files.</p>
    <dl class="list h2-related"><div><dt><a href="/read">read(file)</a></dt><dd><p>It will read the file. For example:</p><div>GET
    https://api.example.com/items > {% console.log(response.status) %}</div></dd></div><div><dt><a href="/create">createItem(file)</a></dt>
    <dd><p>Creates a new item with the provided data.</p></dd></div></dl><p class="h2-related">See the full list for more details.</p>
    </section></article></main>`,
  ),
  "/lead": html(
    "The old farms | Walks",
    `<header><h1>Walks and more, since the year of the first path around the lake</h1></header>
    <main><section><h1>The old farms</h1><h2>${LEAD}</h2><ul><li><a href="/b">Walks</a></li></ul></section>
    <article><header><div><span>Farms</span><p>${LEAD.replace("houses", "stables")}</p><p>By Anna, who walks around lakes, on 3.4.2020 at 12:34, and 5.4.2020</p></div>
    <div class="author-box"><p>${OTHER}</p></div></header><div><p>${SENTENCE.repeat(6)}</p><p>${SENTENCE.repeat(6)}</p></div></article></main>`,
  ),
  "/widgets": html(
    "Widgets",
    `<div><p>${SENTENCE.repeat(3)}</p><p>${SENTENCE.repeat(3)}</p></div>
    <ul class="sidebar-widget">${`<li>${OTHER}</li>`.repeat(12)}</ul>`,
  ),
  "/builder": html(
    "Builder",
    `<div class="page-with-sidebar"><div class="elementor-widget"><p>${SENTENCE.repeat(6)}</p></div></div>
    ${Array.from({ length: 8 }, (_, at) => `<ul class="elementor-widget has-left-sidebar"><li>Part ${at}: ${OTHER}</li></ul>`).join("")}`,
  ),
  "/parts": html(
    "Parts",
    `<nav>${LINKS}</nav><main><article><h1>Parts</h1><ol>${"<li>A part</li>".repeat(60)}</ol>
    <div><pre><code>return 2; // ${SENTENCE}</code></pre></div><footer>By Anna</footer></article></main>
    <footer>All rights reserved</footer>`,
  ),
  "/contents": html("Contents", `<nav>${LINKS.repeat(20)}</nav><p>Contents</p>`),
  // As in GOV.UK's lists of tasks and in TypeDoc.
  // As in themes of Hexo: the date and the category of each post are links, and an archive has nothing but them.
  "/posts": html(
    "Posts",
    `<main>${[1, 2, 3]
      .map(
        (
          day,
        ) => `<article><div class=meta><a href="/${day}"><time>2024-05-0${day}</time></a> <a href="/c">Walks</a></div>
          <header><h1><a href="/${day}">Walk ${day}</a></h1></header><div class=entry><p>${SENTENCE.repeat(3)}</p></div></article>`,
      )
      .join("")}</main>`,
  ),
  // As issues of GitHub, and a story with comments of readers, which are in boxes of another name.
  "/thread": html(
    "Thread",
    `<main><div class=issue><h2>By Eve</h2><div class=body><p>${SENTENCE.repeat(3)}</p><p>${SENTENCE.repeat(3)}</p>
      <ul><li>One farm<li>Two farms</ul></div></div><div class=timeline>${["Ann", "Bob"]
        .map(
          (name) =>
            `<div class=comment><a href="/u">${name}</a> <a href="/d">on 3 May</a><div class=body><p>Words of ${name}</p></div></div>`,
        )
        .join("")}</div></main>`,
  ),
  "/story": html(
    "Story",
    `<main><div class=entry><p>${SENTENCE.repeat(6)}</p></div>
    <div class=comment><a href="/u">Ann</a><div class=comment-text><p>Words of Ann</p></div></div></main>`,
  ),
  "/archive": html(
    "Archive",
    `<main><h2>2024</h2><div>${[1, 2, 3]
      .map((day) => `<a class=post href="/${day}"><time>05-0${day}</time> <span>Walk ${day}</span></a>`)
      .join("")}</div><footer><div><p>Powered by Hexo, ${SENTENCE.repeat(2)}</p></div></footer></main>`,
    ".post { display: block }",
  ),
  "/points": html(
    "Tasks",
    `<main><h1>Tasks</h1><p>${SENTENCE.repeat(4)}</p><ul class=tasks>
      ${["Directors", "Details", "Plan"].map((name) => `<li><div><a href="/${name}">Company ${name}</a></div><div><strong>Incomplete</strong></div></li>`).join("")}</ul>
      <p>${SENTENCE.repeat(2)}</p></main>`,
  ),
});

async function markdown(path: string): Promise<string> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return bytes.toString();
}

test("a note in the margin is a footnote or a paragraph of its own, once, and not in the middle of a sentence", async () => {
  const text = await markdown("/margin");
  expect(text).toContain("\n\nA mill[^1-2] and sheep of a farm[^1] by the lake[^2].\n\nWhite ones.\n\n");
  for (const note of ["[^1-2]: Built _late_.", "[^1]: An old one.", "[^2]: A deep one."])
    expect(text).toContain(`\n\n${note}\n`);
  expect(text.match(/deep/g)).toHaveLength(1);
  expect(text).not.toContain("---");
});

test("notes of a paper that show at their marks are footnotes, and points have one bullet", async () => {
  const text = await markdown("/paper");
  expect(text).toContain("\n\nA mill[^1] stands there.\n\n");
  expect(text).toContain("\n\n[^1]: Built _late_.\n");
  expect(text.replace(/\n\s*\n/g, "\n")).toContain(
    "\n-   Boots\n    1.  Brown\n    2.  (b)\n        Black\n",
  );
});

test("words can be searched for: soft hyphens are left out, and readings stand behind their words", async () => {
  const text = await markdown("/letters");
  expect(text).toContain("# Hyphens");
  expect(text).toContain("Mittelalter");
  expect(text).toContain("漢字(かんじ)と体罰(たいばつ)を。");
});

test("the lead between the headline and the article is kept, without what is about its author", async () => {
  const text = await markdown("/lead");
  expect(text).toMatch(
    new RegExp(`^# The old farms.*\n\n.*\n\n## ${LEAD}\n\n${LEAD.replace("houses", "stables")}\n\nThe lake`),
  );
  expect(text).not.toMatch(/Anna|since the year|Farms|A word of the week/);
});

test("stressed parts of words are marked so that readers of Markdown see them, and a number and a dot make no list", async () => {
  expect(await markdown("/stressed")).toContain(
    "\n\nA _whole_ word, 2*n*2, un**believ**able, これは<strong>「湖」</strong>です、*山*の上。<em>(x)</em>y **z** **one**\n\n1\\. words\n",
  );
});

test("an article with longer bars beside it is the file alone", async () => {
  const text = await markdown("/widgets");
  expect(text).toContain(SENTENCE.trim());
  expect(text).not.toContain(OTHER.trim());
});

test("a page of boxes that are named like bars is in the file", async () => {
  const text = await markdown("/builder");
  for (let at = 0; at < 8; at += 1) expect(text).toContain(`Part ${at}: ${OTHER.trim()}`);
});

test("all boxes of a dashboard are in the file", async () => {
  const text = await markdown("/dashboard");
  for (const name of ["Report", "Suites", "Features", "Categories", "Executors"])
    expect(text).toContain(name);
});

test("a page without an article is in the file without its menus and its footer, unless it consists of them", async () => {
  const text = await markdown("/parts");
  expect(text.match(/A part/g)).toHaveLength(60);
  expect(text).toContain("By Anna");
  expect(text).not.toMatch(/Walks|All rights reserved/);
  expect(await markdown("/contents")).toContain("[Walks]");
});

test("raised and lowered letters are marked, but no links and ordinals", async () => {
  expect(await markdown("/raised")).toContain(
    `10<sup>6</sup> l of H<sub>2</sub>O at 10<sup>-3</sup> bar on the 4th. A note[1](${origin}/n)`,
  );
});

test("notes beside the article are kept, also if they are links alone", async () => {
  const text = await markdown("/notes");
  expect(text).toContain("The source of the first sentence");
  expect(text).not.toContain("Another story");
});

test("the definitions of Writerside's manuals are kept", async () => {
  expect(await markdown("/definitions")).toContain("Creates a new item");
});

test("a short caption with a link is kept", async () => {
  expect(await markdown("/captions")).toContain(`A [small lake](${origin}/lake)`);
});

test("buttons around words of a sentence are kept", async () => {
  const text = await markdown("/buttons");
  expect(text).toContain("Find _the longest_ special subsequence");
  expect(text).not.toContain("Share");
});

test("menus in the box of the article are left out, but not what has words of its own", async () => {
  const text = await markdown("/trail");
  expect(text).toContain("On this page you also find");
  expect(text).not.toContain("All walks");
});

test("footnotes of kramdown, plain HTML and Wikipedia are those of Markdown", async () => {
  const text = await markdown("/footnotes");
  expect(text).toContain("A mill[^1], a farm[^2] and an inn.[^note-3] The inn again.[^note-3] See part");
  expect(text).toContain(
    "[^1]: \\[Built\\] in 1802.\n\n    Burnt in 1903.\n\n[^4]: .NET of 2002.\n\n[^2]: _Sold_ since.\n\n",
  );
  expect(text).toContain(`[^note-3]: [The inn](${origin}/inn).`);
  expect(text).not.toMatch(/↩|#(?:fn:|cite|up|down)/);
});

test("a link to a note that is not shown, and one to a part of the page, stay links", async () => {
  const text = await markdown("/footnotes");
  expect(text).toContain(`[1](${origin}/footnotes#part), and a lost note[9](${origin}/footnotes#n9).`);
  expect(text).toContain("[To the mill]");
});

test("notes that stand apart are GitHub's, of the kind that they have", async () => {
  expect(await markdown("/callouts")).toContain(
    "> [!NOTE]\n> Bring boots.\n\n> [!WARNING]\n> Thin ice\n> \n> Do not walk.\n\n> [!TIP]\n> Go **early**.\n\n> [!CAUTION]\n> Deep.\n\n> [!NOTE]\n> Also here.\n\n> [!CAUTION]\n> And there.\n\n> [!IMPORTANT]\n> Read _this_.\n\n> [!TIP]\n> Go late.\n\n> [!IMPORTANT]\n> **Time** is short.\n\nNo kind\n\nOther words",
  );
});

test("points of a list keep their names, which are links", async () => {
  const text = await markdown("/points");
  expect(text.match(/\[Company \w+\]/g)).toEqual([
    "[Company Directors]",
    "[Company Details]",
    "[Company Plan]",
  ]);
});

test("what stands before several articles of the same content is kept", async () => {
  const { bytes } = await convert(`${origin}/functions`, { outputType: "markdown" });
  const text = bytes.toString();
  expect(text).toContain(
    "### Description\n\nTwo walks W1 and W2 are equal if W1 == W2, and W1 =:= W2.\n\n-   If W1 is shorter",
  );
  expect(text).toContain("#### any(Walks)");
});

test("a table that leads to the pages before and after is left out", async () => {
  const { bytes } = await convert(`${origin}/way`, { outputType: "markdown" });
  expect(bytes.toString().trim().split("\n\n").slice(2)).toEqual(Array(2).fill(SENTENCE.repeat(4).trim()));
});

test("alerts of Bootstrap and further kinds of notes stand apart", async () => {
  const { bytes } = await convert(`${origin}/alerts`, { outputType: "markdown" });
  expect(bytes.toString().trim().split("\n\n").slice(3, -1)).toEqual([
    "> [!CAUTION]\n> #### Deep\n> \n> Do not swim.",
    SENTENCE.trim(),
    "> [!NOTE]\n> Question\n> \n> How long is it?",
  ]);
});

test("signs that fold a part of the page are left out, words and signs with an address are kept", async () => {
  const { bytes } = await convert(`${origin}/folds`, { outputType: "markdown" });
  const text = bytes.toString();
  expect(text).not.toContain("–");
  expect(text).toContain(`past old farms. More […](${origin}/all)`);
});

test("the addresses of a page about a person are kept", async () => {
  const text = await markdown("/contact");
  for (const words of ["jo@example.com", "555 4321"]) expect(text).toContain(words);
});

test("posts of a list have their dates, which can be links", async () => {
  expect((await markdown("/posts")).match(/2024-05-0\d|## \[Walk \d/g)).toEqual(
    [1, 2, 3].flatMap((day) => [`2024-05-0${day}`, `## [Walk ${day}`]),
  );
});

test("an archive is its links, each in a line of its own, and not its footer", async () => {
  const lines = (await markdown("/archive")).split("\n").filter((line) => line.startsWith("["));
  expect(lines.map((line) => line.replace(/\].*/, ""))).toEqual([
    "[05-01 Walk 1",
    "[05-02 Walk 2",
    "[05-03 Walk 3",
  ]);
});

test("a thread has all of its comments with their authors, and a story none", async () => {
  const text = await markdown("/thread");
  expect(text.match(/\[(?:Ann|Bob)\]|Words of \w+/g)).toEqual([
    "[Ann]",
    "Words of Ann",
    "[Bob]",
    "Words of Bob",
  ]);
  expect(await markdown("/story")).not.toContain("Words of");
});
