/** Pages with text in each writing direction, and pages that are wider than a sheet. */
import type { Pages } from "./pages.ts";

/** `count` different words. From 100: `w100 w101 …`. */
export function numbered(count: number, from: number): string {
  return Array.from({ length: count }, (_, index) => `w${from + index}`).join(" ");
}

function table(cells: number, from: number): string {
  const row = numbered(cells, from).replaceAll(/\w+/g, "<td>$&</td>");
  return `<table><tr>${row}</tr></table>`;
}

/** A row of boxes, each as wide as a cell of a table. */
function row(count: number, from: number): string {
  return `<div style="display:flex;gap:2px">${numbered(count, from).replaceAll(/\w+/g, '<p style="flex:0 0 102px">$&</p>')}</div>`;
}

/** Words, blocks from right to left, and tables that are wider than a sheet. */
const CONTENT = `<p>${numbered(60, 100)}</p><div dir=rtl>${numbered(30, 200)}</div><div dir=ltr>${table(24, 300)}</div>
  <div dir=rtl>${table(24, 400)}</div><p>${numbered(10, 500)}</p>`;
const DOWN = `<p>${numbered(60, 100)}</p><p>${numbered(60, 200)}</p>`;

interface Directed {
  root: string;
  body: string;
  content: string;
}

export const DIRECTED: Record<string, Directed> = {
  "a page from left to right": { root: "", body: "", content: CONTENT },
  "a root with dir=rtl": { root: "dir=rtl", body: "", content: CONTENT },
  "a root with direction: rtl": { root: "style='direction:rtl'", body: "", content: CONTENT },
  "a body with dir=rtl": { root: "", body: "dir=rtl", content: CONTENT },
  "a root with columns from right to left": {
    root: "style='writing-mode:vertical-rl'",
    body: "",
    content: DOWN,
  },
  "a body with columns from right to left": {
    root: "",
    body: "style='writing-mode:vertical-rl'",
    content: DOWN,
  },
  "a block with columns from right to left": {
    root: "",
    body: "",
    content: `<p>${numbered(60, 100)}</p><div style="writing-mode:vertical-rl;height:200px">${numbered(200, 200)}</div>`,
  },
};

function html({ root, body, content }: Directed, style = ""): string {
  return `<!doctype html><html lang=en ${root}><meta charset=utf-8><title>Words</title><style>${style}</style><body ${body}>${content}</body></html>`;
}

/** Real sentences. Hebrew is the right-to-left script for which every machine has a font. */
export const HEBREW =
  "נמל יפו הוא אחד הנמלים העתיקים בעולם וספינות עגנו בו כבר לפני ארבעת אלפים שנה בימינו פועלים בו גלריות מסעדות ושוק דייגים קטן";

const page = (content: string, style = "") => html({ root: "", body: "", content }, style);
const WORDS = `<p>${numbered(40, 100)}</p>`;
const OWN_RULES = "@media print{nav{display:none}}";

/** A drawing that fills the window. Its words are its height. */
const MAP = `<div class=map><canvas style="display:block"></canvas></div><p></p><script>
  const canvas = document.querySelector("canvas");
  new ResizeObserver(([{ contentRect }]) => {
    canvas.width = contentRect.width;
    canvas.height = contentRect.height;
    document.querySelector("p").textContent = "drawn for " + canvas.height + " px";
  }).observe(document.querySelector(".map"));
</script>`;
/** As chart libraries do: it draws for the width of its box, waits after a change of the window, and then draws for 0.6 seconds. */
const CHART = `
  const draw = (ms) => {
    const width = box.clientWidth;
    const begin = performance.now();
    chart.innerHTML = "";
    chart.setAttribute("width", width);
    const step = () => {
      const part = Math.min(1, (performance.now() - begin) / ms);
      chart.innerHTML = '<rect y="100" height="50" width="' + width * part + '"/>';
      if (part < 1) return requestAnimationFrame(step);
      chart.innerHTML += '<text y="50">drawn for ' + width + ' px</text>';
    };
    step();
  };
  draw(1);
  let timer;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => draw(600), 150);
  });`;

export const wholePages: Pages = {
  ...Object.fromEntries(Object.entries(DIRECTED).map(([name, one]) => [encodeURI(`/${name}`), html(one)])),
  "/hebrew": html({ root: "dir=rtl", body: "", content: `<p>${HEBREW}</p>` }, "body{max-width:30em}"),
  "/plain": page(WORDS),
  "/map": page(MAP, "html,body,.map{height:100%;margin:0}p{position:absolute;top:0}"),
  "/row": page(WORDS + row(10, 300)),
  "/table/10": page(WORDS + table(10, 300), "td{min-width:100px}"),
  "/table/40": page(WORDS + table(40, 300), "td{min-width:100px}"),
  "/scrolled-table": page(
    `${WORDS}<div style="overflow-x:auto">${table(20, 300)}</div>`,
    "td{min-width:100px}",
  ),
  "/table-in-boxes": page(
    `<main>${WORDS}<div>${table(20, 300)}</div></main>`,
    "td{min-width:100px}main,div{overflow:auto}",
  ),
  "/table-in-column": page(
    `<main>${WORDS}<div style="overflow-x:auto">${table(10, 300)}</div></main>`,
    "main{width:600px;margin:auto}td{min-width:100px}",
  ),
  "/table-in-middle": page(
    `<main>${WORDS}${table(40, 300)}</main>`,
    "main{width:600px;margin:auto}td{min-width:60px}",
  ),
  "/table-in-fixed-box": page(
    `<main>${table(8, 300)}${WORDS}</main>`,
    "body{margin:0}main{width:1100px}table{width:100%;border-spacing:0}",
  ),
  "/code": page(`${WORDS}<pre style="overflow:auto">${numbered(60, 300)}</pre>`),
  "/long-word": page(
    `${WORDS}<div style="width:40px">Manufacturer recommendations</div><p>${"overlong".repeat(40)}</p>`,
  ),
  "/wide-picture": page(
    `${WORDS}<svg width=3000 height=1000 viewBox="0 0 3000 1000"><rect width=3000 height=1000 fill="#0a0" /></svg>`,
  ),
  "/picture-without-size": page(
    `${WORDS}<svg width=2000 height=300><rect width=2000 height=300 fill="#0a0" /><text x=1900 y=280>End</text></svg>`,
  ),
  "/styled-words": page(
    `${WORDS}<div>${"<i></i>".repeat(30)}</div>`,
    'div{white-space:nowrap}i{display:inline-block;width:80px}i::before{content:"Styled"}',
  ),
  "/size-auto": page(
    `${WORDS}<div style="overflow-x:auto">${table(10, 300)}</div>`,
    "td{min-width:100px}@page{size:auto}",
  ),
  "/own-size": page(
    `${WORDS}<div style="overflow-x:auto">${table(16, 300)}</div>`,
    "td{min-width:100px}@page{size:letter landscape;margin:1cm}",
  ),
  "/own-size/row": page(WORDS + row(16, 300), "@page{size:210mm 297mm;margin:1cm}"),
  "/code-in-box": page(
    `${WORDS}<pre style="overflow:auto;white-space:pre-wrap"><code style="white-space:pre">${numbered(60, 300)}</code></pre>`,
  ),
  "/code-in-page": page(`${WORDS}<pre>${numbered(60, 300)}</pre>`),
  "/columns-of-text": page(
    `${WORDS}<pre>${Array.from({ length: 3 }, (_, row) => numbered(30, 300 + row * 30)).join("\n")}</pre>`,
  ),
  "/code-in-lines": page(
    `${WORDS}<div style="overflow:auto"><pre>${numbered(30, 300)}</pre><pre>${numbered(30, 330)}</pre></div>`,
  ),
  "/fixed-drawer": page(
    `${WORDS}<div style="position:fixed;top:0;right:-600px;width:600px;height:100%;background:#eee">Menu</div>`,
  ),
  "/floating-button": page(
    `<main style="height:100vh">${WORDS}</main><button style="position:fixed;right:20px;bottom:20px">↑</button>`,
  ),
  "/drawer": page(
    `${WORDS}<div style="position:absolute;top:0;left:100%;width:600px;background:#eee">Menu</div>`,
    "body{overflow-x:hidden}",
  ),
  "/panel-beside": page(
    `<main>${WORDS}</main><p class=at>w300</p>
    <footer><div>Console<section>Panel <b>Settings</b></section></div></footer>`,
    `body{margin:0 0 0 240px}.at{position:absolute;top:200px;left:750px}footer{position:fixed;bottom:0;left:0;width:100%}
    footer div,section{position:relative}section{position:absolute;left:100%;top:0;width:80%;background:#eee}`,
  ),
  "/wide-band": page(
    `${WORDS}<div style="position:absolute;top:200px;left:-20px;width:1500px;height:90px;background:gold"></div>`,
  ),
  "/far-away": html(
    {
      root: "dir=rtl",
      body: "",
      content: `${WORDS}<a style="position:absolute;left:-9999px" href="#">Skip to the content</a>`,
    },
    "",
  ),
  "/own-rules": page(`<nav>Menu</nav>${WORDS}`, OWN_RULES),
  "/own-rules/in-motion": page(
    `${WORDS}<div>A box</div>`,
    `*{transition:all 1s}div{width:1500px;background:gold}@media print{div{width:300px}}`,
  ),
  "/own-rules/row": page(`<nav>Menu</nav>${WORDS}${row(10, 300)}`, OWN_RULES),
  "/own-page": page(
    "<div style='width:210mm;background:#0a0'>Invoice</div>",
    "@page{margin:0}body{margin:0}",
  ),
  "/chart": page(
    `${WORDS}<div id="box"><svg id="chart" height="200"></svg></div><script>${CHART}</script>`,
    `${OWN_RULES}body{margin:0}`,
  ),
  "/both-media": page(WORDS, "@media screen, print{p{color:#111}}"),
};
