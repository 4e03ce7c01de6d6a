/** Pages to print, and PDF files to pass through. */
import { degrees, PDFDocument, PDFName, StandardFonts } from "@cantoo/pdf-lib";
import { html, type Pages, picture, type Responder } from "./pages.ts";

/** Heading of a section, counted from 1. Each section starts on a new sheet. */
export function section(index: number): string {
  return `Section number ${index}`;
}

function sections(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `<h2 style="break-before:${i === 0 ? "auto" : "page"}">${section(i + 1)}</h2><p>words</p>`,
  ).join("");
}

/** Styles for paper that put a header of 100 px back into its place, which is fixed on the screen. */
const UNFIXED = "@media print{header{position:static!important}body{padding:0!important}}";

const FOR_SCREEN = "<h1>For all</h1><p class=away>Only without styles</p>";
const unfixed = (head: string) =>
  html(
    "Fixed on the screen",
    `${head}<header>Header</header><p>Words</p>`,
    "header{position:fixed;top:0}body{margin:0;padding-top:100px;line-height:100px}p{margin:0}",
  );

/** Three lines of code in a box that scrolls, with a place or a height of their own. */
const lines = (styles: string) =>
  html(
    "Lines",
    `<div>${`<p><span>${"word ".repeat(60)}</span></p>`.repeat(3)}</div>`,
    `div{position:relative;height:80px;overflow:auto}p{margin:0;line-height:20px}span{white-space:pre}${styles}`,
  );

/** A table of two sheets. */
const table = (style: string) => {
  const rows = Array.from({ length: 60 }, (_, row) => `<tr><td>row ${row}.</td></tr>`).join("");
  const parts = `<thead><tr><th>Head</th></tr></thead><tbody>${rows}</tbody><tfoot><tr><td>Foot</td></tr></tfoot>`;
  return html("A table", `<div><table>${parts}</table></div>`, `td{height:24px}div{overflow:auto}${style}`);
};

/** Bytes of a PDF. Each page is 40 pt wider than the one before. */
export async function samplePdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle("A ready-made document");
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let index = 0; index < pages; index += 1) {
    const page = document.addPage([400 + index * 40, 600]);
    page.drawText(`Ready-made page ${index + 1}`, { x: 40, y: 300, size: 24, font });
  }
  return document.save();
}

const pdf =
  (pages: number): Responder =>
  async (_, response) => {
    response.setHeader("content-type", "application/pdf").end(await samplePdf(pages));
  };

const rotated =
  (angle: number): Responder =>
  async (_, response) => {
    const document = await PDFDocument.create();
    document.addPage([500, 700]).setRotation(degrees(angle));
    response.setHeader("content-type", "application/pdf").end(await document.save());
  };

/** A PDF that opens, but whose page has no size. */
const sizeless: Responder = async (_, response) => {
  const document = await PDFDocument.create();
  document.addPage().node.delete(PDFName.of("MediaBox"));
  response.setHeader("content-type", "application/pdf").end(await document.save());
};

/** A PDF that sends its first 100 bytes at once and the rest after `release()`. */
export function slowPdf(): { respond: Responder; release(): void } {
  const end = Promise.withResolvers<void>();
  const respond: Responder = async (_, response) => {
    const bytes = await samplePdf(1);
    response.setHeader("content-type", "application/pdf").write(bytes.subarray(0, 100));
    await end.promise;
    response.end(bytes.subarray(100));
  };
  return { respond, release: end.resolve };
}

export const printPages: Pages = {
  "/table": table(""),
  "/table-for-screen": table("@media screen{th{color:red}}"),
  "/table-for-paper": table("@media print{th{color:red}}"),
  "/table-divided": table("thead,tfoot{break-inside:auto}"),
  "/sections/1": html("One section", sections(1)),
  "/sections/3": html("Three sections", sections(3)),
  "/sections/8": html("Eight sections", sections(8)),
  "/lines/placed": lines("p{position:absolute;height:20px}p:nth-child(2){top:20px}p:nth-child(3){top:40px}"),
  "/lines/low": lines("p{display:flex;align-items:center;height:20px}"),
  "/untitled": html("", "<h1>No title</h1>"),
  "/wide-or-narrow": html(
    "Layout",
    "<p class=wide>laid out wide</p><p class=narrow>laid out narrow</p>",
    "@media(min-width:1000px){.narrow{display:none}}@media(max-width:999px){.wide{display:none}}",
  ),
  "/window": html(
    "Window",
    `<p id=words></p><div id=box style="width:100vw;height:50vh">
      <img id=image src="/logo.svg?1x" srcset="/logo.svg?1x 1x, /logo.svg?2x 2x" width=9 height=9></div>
    <script>
      onload = () => new IntersectionObserver(([{ intersectionRect, rootBounds }]) => {
        const seen = intersectionRect.width + " of " + rootBounds.width + "x" + rootBounds.height;
        const view = visualViewport.width + "x" + visualViewport.height + " at " + visualViewport.scale;
        const px = devicePixelRatio + " " + matchMedia("(resolution: 1dppx)").matches + " " + new URL(image.currentSrc).search;
        const size = "box " + box.getBoundingClientRect().width + " in " + innerWidth;
        const hit = document.elementFromPoint(innerWidth - 100, innerHeight / 4).id;
        requestAnimationFrame(() => words.textContent = [seen, view, px, size, hit].join("; "));
      }).observe(box);
    </script>`,
    "html,body{margin:0;overflow:hidden}",
  ),
  "/background": html("Background", "<h1>On blue</h1>", "body{background:rgb(10,20,200)}"),
  "/corner": html("Corner", "<div style='width:100vw;height:3000px;background:rgb(10,200,30)'></div>"),
  "/turned": html(
    "Turned",
    "<div style='page:a'><h1>Upright</h1></div><div style='page:b;break-before:page'><h1>Turned</h1></div>",
    "@page b{size:landscape;page-orientation:rotate-left}",
  ),
  "/fixed-header": html(
    "Fixed header",
    `<header style="position:fixed;top:0;left:0;right:0;background:#eee">THE HEADER</header>${sections(3)}`,
  ),
  "/fixed-on-paper": html(
    "Fixed on paper",
    `<header>THE HEADER</header><footer>THE FOOTER</footer>${sections(3)}`,
    `header{position:fixed;top:0} @media print{@supports(color:red){body>header{position:fixed;top:0}} footer{position:fixed;bottom:0}}`,
  ),
  "/fixed-everywhere": html(
    "Fixed everywhere",
    `<header>THE HEADER</header>${sections(3)}`,
    "header{position:fixed;top:0} @media print{header{position:fixed;top:0}}",
  ),
  "/tall-body": html("Tall body", "<h1>All words</h1>", "body{min-height:100vh}"),
  "/tall-main": html(
    "Tall main",
    "<nav>Menu</nav><main>All words</main>",
    "body{margin:0}nav{height:60px}main{box-sizing:border-box;min-height:100vh;padding:20px}",
  ),
  "/tall-and-more": html(
    "More",
    "<main>Words</main><footer>Footer</footer>",
    "main{min-height:100vh}footer{margin-top:1000px}",
  ),
  "/unfixed": unfixed(`<style>${UNFIXED}</style>`),
  "/unfixed-elsewhere": ({ headers }, response) => {
    const other = String(headers.host).replace("127.0.0.1", "localhost");
    const page = unfixed(`<link rel="stylesheet" href="http://${other}/unfixed.css">`);
    response.setHeader("content-type", "text/html; charset=utf-8").end(page);
  },
  "/unfixed.css": (_, response) => response.setHeader("content-type", "text/css").end(UNFIXED),
  "/vertical-sheets": html(
    "Vertical sheets",
    "<div style='block-size:200px;inline-size:90%;background:red'></div>",
    "@page{size:400px 800px;margin-block:100px 0;margin-inline:0;writing-mode:vertical-rl} html{writing-mode:vertical-rl} body{margin:0}",
  ),
  "/slow-layout": html(
    "Slow layout",
    `<h1>Laid out slowly</h1><script>
      const own = getComputedStyle;
      let isSlow = true;
      getComputedStyle = (...args) => {
        if (isSlow && matchMedia("print").matches) {
          isSlow = false;
          for (const end = Date.now() + 4000; Date.now() < end; );
        }
        return own(...args);
      };
    </script>`,
    "@media print { h1 { color: black } }",
  ),
  "/hidden-on-paper": html("Hidden", "<h1>Seen on screen only</h1>", "@media print{body{display:none}}"),
  "/shown-by-motion": html(
    "Motion",
    "<h1>Our company</h1><p class=later>Words that an animation shows</p>",
    "@media screen{@keyframes in{from{opacity:0}to{opacity:1}}.later{animation:in .2s both}} .later{opacity:0} @media print{nav{display:none}}",
  ),
  "/lower-on-paper": html(
    "Board",
    "<main><h1>Kanban</h1><section><h2>To do</h2><p>Write the offer for the customer</p></section></main><footer>Ours</footer>",
    "main{height:1px;min-height:600px}section{height:calc(100% - 60px);overflow:hidden} @media print{main{min-height:0}}",
  ),
  "/scaled-by-script": html(
    "Deck",
    `<main>${["One", "Two"].map((word) => `<section><h1>Slide ${word} with words</h1></section>`).join("")}</main><script>
      const scale = (slide) => {
        slide.firstChild.style.transform = "scale(" + document.querySelector("main").clientHeight / slide.clientHeight + ")";
      };
      addEventListener("resize", () => document.querySelectorAll("section").forEach(scale));
    </script>`,
    `@media screen{html,body,main,section{height:100%;margin:0}main{position:relative}section{position:absolute;width:100%}section+section{left:-9999px}}
    h1{transform-origin:100% 0}@media print{section{break-after:page}}`,
  ),
  "/left-out-on-paper": html(
    "Left out",
    "<nav>The menu of the page</nav><aside>A list of further pages</aside><p>The words of the article</p><p>And its further words</p>",
    "@media print{nav{height:0;overflow:hidden}aside{visibility:hidden}}",
  ),
  "/for-paper": html(
    "Paper",
    "<h1 class=screen>For the screen</h1><h1 class=paper>For paper</h1>",
    "@media print{.screen{display:none}}@media screen{.paper{display:none}}",
  ),
  "/for-screen": html("Screen", FOR_SCREEN, "@media only screen and (min-width:300px){.away{display:none}}"),
  "/for-screen-and-unread": ({ headers }, response) => {
    const other = String(headers.host).replace("127.0.0.1", "localhost");
    const link = `<link rel="stylesheet" href="http://${other}/unfixed.css">`;
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .end(html("Screen", link + FOR_SCREEN, "@media screen{.away{display:none}}"));
  },
  "/logo-for-paper": html(
    "Logo",
    "<h1 class=logo>The company</h1><p style='height:20000px'>words</p><img loading=lazy src='/lazy.svg' alt=''>",
    "@media print{.logo{height:200px;background:url(/logo.svg)}}",
  ),
  "/failed-pictures": html(
    "Failed pictures",
    `<p>words</p><picture><source media="(max-resolution: 1dppx)" srcset="/none/1x.png"><img src="/none/3x.png" alt="The harbour at night" width="600" height="400"></picture>
     <img srcset="/none/1x.jpg 1x, /none/3x.jpg 3x" alt="A boat" width="600" height="400">
     <img srcset="/none/2x.jpg 1x" alt="Not for a failed picture" onerror="this.onerror = null; this.alt = 'For a failed picture'">`,
  ),
  "/logo.svg": picture("rgb(10,200,30)", 400),
  "/lazy.svg": picture("rgb(200,10,30)"),
  "/spoiled": html(
    "Spoiled",
    "<h1>Words all the same</h1><script>Promise.race = () => { throw 1 }; document.createTreeWalker = null; Element.prototype.getBoundingClientRect = () => null;</script>",
  ),
  "/filters": html(
    "Filters",
    `<style>@keyframes in{from{filter:blur(9px)}to{filter:blur(0)}}#in{animation:in .2s forwards}
      #box{filter:brightness(1);height:50px}#box b{position:fixed;top:0}</style>
    <p id=in>Animated</p><p style="filter:grayscale(0) opacity(100%) hue-rotate(0deg)">Listed</p>
    <p style="filter:drop-shadow(0 0 transparent)">Shadowless</p><div id=box><b>Fixed</b></div>
    <div style="filter:drop-shadow(0 4px 8px #0006);background:#fff">Card <i style="background:#eee">with a mark</i></div>
    <h1 style="filter:drop-shadow(2px 2px 2px rgb(255 0 0 / 60%))">Headline</h1>
    <div id=host></div><script>host.attachShadow({mode:"open"}).innerHTML="<p style='filter:contrast(1)'>Shadowed</p>"</script>`,
  ),
  "/scripts": html(
    "Scripts",
    [
      "Latin Größe",
      "Кириллица",
      "Ελληνικά",
      "العربية",
      "עברית",
      "देवनागरी",
      "ไทย",
      "中文日本語한국어",
      "emoji 😀",
    ]
      .map((line) => `<p>${line}</p>`)
      .join(""),
  ),
  "/sample.pdf": pdf(2),
  "/long.pdf": pdf(9),
  "/rotated/0.pdf": rotated(0),
  "/rotated/90.pdf": rotated(90),
  "/rotated/180.pdf": rotated(180),
  "/rotated/270.pdf": rotated(270),
  "/Pr%E9sentation%20100%.pdf": pdf(1),
  "/sizeless.pdf": sizeless,
  "/damaged.pdf": (_, response) =>
    response.setHeader("content-type", "application/pdf").end("%PDF-1.4 nothing more"),
  "/to-pdf": (_, response) => response.writeHead(302, { location: "/sample.pdf" }).end(),
};
