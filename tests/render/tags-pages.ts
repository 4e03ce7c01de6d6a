/** A page of every HTML element, with the tags that each one has in a PDF. */
import { html, type Pages } from "./pages.ts";

export const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const dot = (attributes: string) => `<img src="${DOT}" width="20" height="20" ${attributes}>`;

/** Elements with text, each without a tag of its own. */
const PLAIN =
  "a abbr b bdi cite data del dfn i ins kbd label mark output s samp small span sub sup time u var".split(
    " ",
  );

/** HTML, and what `readTags` returns for it. */
const ELEMENTS: [string, ...string[]][] = [
  ["<header><hgroup><h1>h1</h1><p>p</p></hgroup></header>", "Div H1: h1", "Div P: p"],
  [
    "<h2>h2</h2><h3>h3</h3><h4>h4</h4><h5>h5</h5><h6>h6</h6>",
    "H2: h2",
    "H3: h3",
    "H4: h4",
    "H5: h5",
    "H6: h6",
  ],
  ['<nav><a href="/nav">nav</a></nav>', "Link: nav"],
  ["<article><section>section</section></article>", "Art: section"],
  ["<aside>aside</aside>", "Sect: aside"],
  ["<address>address</address>", "Div: address"],
  ["<blockquote>blockquote</blockquote>", "BlockQuote: blockquote"],
  ["<pre>pre</pre><hr><search>search</search>", ": pre", ": search"],
  [
    "<ul><li>ul<ol><li>nested</li></ol></li></ul>",
    "L LI LBody: ul",
    "L LI LBody L LI Lbl: 1.",
    "L LI LBody L LI LBody: nested",
  ],
  [
    '<ol start="3"><li><p>ol</p><p>two</p></li></ol>',
    "L LI Lbl: 3.",
    "L LI LBody P: ol",
    "L LI LBody P: two",
  ],
  ["<menu><li>menu</li></menu>", "L LI LBody: menu"],
  [
    "<dl><dt>dt</dt><dd>dd</dd><dd>dd 2</dd><div><dt>dt 2</dt><dt>dt 3</dt><dd><p>dd 3</p></dd></div></dl>",
    "L LI Lbl: dt",
    "L LI LBody: dd",
    "L LI LBody: dd 2",
    "L LI Lbl: dt 2",
    "L LI Lbl: dt 3",
    "L LI LBody P: dd 3",
  ],
  ['<dl role="group"><dt>dl with a role</dt></dl>', "Div: dl with a role"],
  [
    `<table><caption>caption</caption><colgroup><col></colgroup><thead><tr><th>th</th><th>th 2</th></tr></thead>
      <tbody><tr><th scope="row">row</th><td>td</td></tr></tbody><tfoot><tr><td colspan="2">tfoot</td></tr></tfoot></table>`,
    "Table Caption: caption",
    "Table TR TH: th",
    "Table TR TH: th 2",
    "Table TR TH: row",
    "Table TR TD: td",
    "Table TR TD: tfoot",
  ],
  [
    `<figure>${dot('alt="figure"')}<figcaption>figcaption</figcaption></figure>`,
    "Div Figure [figure]",
    "Div Caption: figcaption",
  ],
  [
    `<p>${dot('alt="img"')}${dot('alt=""')}<picture>${dot('alt="picture"')}</picture></p>`,
    "P Figure [img]",
    "P Figure [picture]",
  ],
  [
    '<svg role="img" aria-label="svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    "Figure [svg]",
  ],
  [
    `<p><a href="/plain(1)?é">link (é)</a> <a href="/spoken" aria-label="spoken">…</a> <a href="#end-é 1">inner</a>
      <a href="/picture">${dot('alt="picture link"')}</a> <a href="#">top</a> <a role="button" href="/button">button link</a></p>`,
    "P Link: link (é)",
    "P Link: …",
    "P Link: inner",
    "P Link Figure [picture link]",
    "P Link: top",
    "P Link: button link",
  ],
  [
    `<p>${PLAIN.map((name) => `<${name}>${name}</${name}>`).join(" ")}</p>`,
    ...PLAIN.map((name) => `P: ${name}`),
  ],
  [
    "<p><em>em</em> <strong>strong</strong> <code>code</code></p>",
    "P Span: em",
    "P Span: strong",
    "P Code: code",
  ],
  ["<p><q>q</q><br>br<wbr>wbr</p>", "P: q", "P: br", "P: wbr"],
  ['<p><bdo dir="rtl">abba</bdo> <span dir="rtl">שלום</span></p>', "P: abba", "P: שלום"],
  ["<p><ruby>base<rp>(</rp><rt>above</rt><rp>)</rp></ruby></p>", "P Ruby: base", "P Ruby RT: above"],
  ['<p lang="fr">Bonjour</p>', "P{fr}: Bonjour"],
  [
    '<p>p <span lang="fr">span <b>b</b></span> <i lang="en">i</i> <em lang="de">em</em></p>',
    "P: p",
    "P Span{fr}: span",
    "P Span{fr}: b",
    "P: i",
    "P Span{de}: em",
  ],
  ["<details open><summary>summary</summary>details</details>", ": summary", ": details"],
  ['<dialog open style="position:static">dialog</dialog>', ": dialog"],
  [
    `<form><fieldset><legend>legend</legend><input value="input"><textarea>textarea</textarea>
      <button>button</button></fieldset></form>`,
    "Div: legend",
    "Div Form: input",
    "Div Form: textarea",
    "Div Form: button",
  ],
  ["<math><mi>x</mi><mo>=</mo><mn>2</mn></math>", ": 𝑥", ": =", ": 2"],
  ['<div role="heading" aria-level="2">role heading</div>', "H2: role heading"],
  ['<div role="list"><div role="listitem">role list</div></div>', "L LI LBody: role list"],
  ['<div role="img" aria-label="role img">x</div>', "Figure [role img]"],
  ['<div aria-hidden="true">hidden</div>'],
  [
    '<ul style="break-before:page"><li>item</li><li style="break-before:page">next sheet</li></ul>',
    "L LI LBody: item",
    "L LI LBody: next sheet",
  ],
  ['<main id="end-é 1">main</main><footer>footer</footer>', ": main", ": footer"],
];

export const ROWS = ELEMENTS.flatMap(([, ...rows]) => rows);

/** Descriptions of the links, in order. The picture has two areas. */
export const LINKS = [
  "nav",
  "link (é)",
  "spoken",
  "inner",
  "picture link",
  "picture link",
  "top",
  "button link",
];

export const tagsPages: Pages = {
  "/elements": html(
    "Every element",
    ELEMENTS.map(([element]) => element).join("\n"),
    "body { background: #eef }",
  ),
};
