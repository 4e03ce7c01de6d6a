/** Pages whose pictures are read back px by px. */
import { html, type Pages } from "./pages.ts";

/** Colour of the n-th block of a tall page; all differ. */
export function blockColor(index: number): [number, number, number] {
  return [(index * 37) % 200, (index * 59 + 30) % 200, (index * 83 + 60) % 200];
}
export const BLOCK_PX = 250;
export const HEADER = { color: [255, 0, 0], height: 40 } as const;
export const STICKY = { color: [0, 0, 255], height: 30 } as const;
export const HERO = { color: [0, 170, 0] } as const;

/** Width of a page of vertical text, and of its coloured end. */
export const VERTICAL = { width: 3_000, end: 100 } as const;

/** The element `#mark` of the page `/parts`, in CSS px. */
export const PART = { left: 300, top: 1_500, width: 200, height: 100, color: [1, 99, 199] } as const;
/** The element `#long` of the same page. Its upper half is opaque, the lower one transparent with a line at its end. */
export const LONG_PART = { left: 600, top: 1_200, width: 300, height: 20_000, color: [120, 10, 60] } as const;

/** The page `/lines`: lines of 1 px in a canvas and, beside it, in a layer of its own. The first is at y 20. */
export const LINES = { width: 400, height: 700, gap: 27 } as const;

const rgb = (color: readonly number[]) => `rgb(${color.join(",")})`;

/** A fixed header, a hero of 100vh, a sticky bar, and blocks; as tall as asked with a viewport of 1080. */
function tall(px: number): string {
  const blocks = Math.floor((px - 1080 - STICKY.height) / BLOCK_PX);
  const rest = px - 1080 - STICKY.height - blocks * BLOCK_PX;
  const rows = Array.from({ length: blocks }, (_, index) => {
    return `<div style="height:${BLOCK_PX}px;background:${rgb(blockColor(index))}">block ${index}</div>`;
  });
  return html(
    `Tall ${px}`,
    `<header></header><div class="hero"></div><div class="bar"></div>${rows.join("")}<div style="height:${rest}px;background:#123"></div>`,
    `header{position:fixed;top:0;left:0;right:0;height:${HEADER.height}px;background:${rgb(HEADER.color)};z-index:2}
     .hero{height:100vh;background:${rgb(HERO.color)}}
     .bar{position:sticky;top:0;height:${STICKY.height}px;background:${rgb(STICKY.color)}}`,
  );
}

/** Vertical text, in the direction that `mode` names. */
function vertical(mode: string): string {
  return html(
    "Vertical",
    `<div style="width:${VERTICAL.width - VERTICAL.end}px">Words</div><div style="width:${VERTICAL.end}px;height:100vh;background:${rgb(HERO.color)}">The end</div>`,
    `html{writing-mode:${mode}}`,
  );
}

export const shotPages: Pages = {
  "/vertical-rl": vertical("vertical-rl"),
  "/vertical-lr": vertical("vertical-lr"),
  "/tall/3000": tall(3_000),
  "/tall/12000": tall(12_000),
  "/tall/30000": tall(30_000),
  "/tall/70000": tall(70_000),
  "/tall/120000": tall(120_000),
  "/skipped": html(
    "Skipped",
    `<p id="top">Words</p><section><div></div></section><noscript>Without scripts</noscript><script>1</script>`,
    `body,p{margin:0}#top{height:3000px}section{content-visibility:auto;contain-intrinsic-size:1px 100px}
     section div{height:800px;background:${rgb(HERO.color)}}noscript{display:block;height:50px}`,
  ),
  "/pointed": html(
    "Pointed",
    "<header>Menu</header>",
    `body{margin:0;height:3000px}header{height:60px;background:${rgb(HERO.color)}}
     header:hover{background:${rgb(HEADER.color)}}`,
  ),
  "/scrolled-table": html(
    "Scrolled table",
    `<div id="box"><header></header><div></div></div>
     <script>box.scrollTop = 300</script>`,
    `body{margin:0;height:3000px}#box{height:200px;overflow:auto}#box div{height:900px}
     header{position:sticky;top:0;height:50px;background:${rgb(STICKY.color)}}`,
  ),
  // An editor: a bar that scrolls, and the text, which moves with it.
  "/tied-boxes": html(
    "Tied boxes",
    `<div id="bar"><div></div></div><div id="box"><header></header><div></div></div>
     <script>
       bar.addEventListener("scroll", () => { box.scrollTop = bar.scrollTop });
       box.addEventListener("scroll", () => { bar.scrollTop = box.scrollTop });
     </script>`,
    `body{margin:0;height:3000px;display:flex}#bar,#box{height:200px;overflow-y:auto}#bar{width:20px}#box{width:500px}
     #bar div,#box div{height:2000px}header{height:50px;background:${rgb(STICKY.color)}}`,
  ),
  "/parts": html(
    "Parts",
    `<p>Words</p><p class="mark" hidden>No mark</p><div id="mark" class="mark"></div><div id="long"><div></div><hr></div><p id="gone">Gone</p>
     <div id="box"><div style="height:900px"></div><b>Inside</b></div>`,
    `body{height:25000px}#gone{visibility:hidden}div,#box{position:absolute}
     #mark{left:${PART.left}px;top:${PART.top}px;width:${PART.width}px;height:${PART.height}px;background:${rgb(PART.color)}}
     #long{left:${LONG_PART.left}px;top:${LONG_PART.top}px;width:${LONG_PART.width}px;height:${LONG_PART.height}px}
     #long div{height:50%;width:100%;background:${rgb(LONG_PART.color)}}
     hr{position:absolute;bottom:0;margin:0;width:100%;height:20px;border:0;background:${rgb(LONG_PART.color)}}
     #box{left:10px;top:300px;width:200px;height:150px;overflow:auto}#box div{position:static}
     b{display:block;height:40px;background:${rgb(PART.color)}}`,
  ),
  "/lines": html(
    "Lines",
    `<canvas id="drawn" width="${LINES.width}" height="${LINES.height}"></canvas><div id="layer"></div><script>
      const context = drawn.getContext("2d");
      for (let y = 20; y < ${LINES.height}; y += ${LINES.gap}) {
        context.fillRect(0, y, ${LINES.width}, 1);
        layer.append(Object.assign(document.createElement("hr"), { style: "top:" + y + "px" }));
      }
    </script>`,
    `body{margin:0}canvas,div{position:absolute;top:0}div{left:${LINES.width}px;width:${LINES.width}px;height:${LINES.height}px;will-change:transform}
     hr{position:absolute;margin:0;border:0;width:100%;height:1px;background:#000}`,
  ),
  "/moving": html(
    "Moving",
    `<p>Words</p><div id="moving"></div><script>
      let px = 0;
      const move = () => { px = (px + 7) % 800; moving.style.translate = px + "px " + px + "px"; requestAnimationFrame(move) };
      move();
    </script>`,
    `div{width:${PART.width}px;height:${PART.height}px;background:${rgb(PART.color)}}`,
  ),
  "/shell": html(
    "Application shell",
    `<div id="shell"><main>${Array.from({ length: 40 }, (_, i) => `<p style="height:100px;margin:0">row ${i}</p>`).join("")}<div style="height:50px;background:rgb(250,100,0)"></div></main></div>`,
    "html,body{height:100%;overflow:hidden}#shell{height:100vh;display:flex}main{flex:1;overflow:auto}",
  ),
  "/bottom-bar": html(
    "Bottom bar",
    `<footer style="position:fixed;bottom:0;left:0;right:0;height:60px;background:rgb(9,8,7)">A bar</footer>
     <div style="height:3000px;background:rgb(220,230,240)">words</div>`,
  ),
  "/device": html(
    "Device",
    `<meta name="viewport" content="width=device-width"><div id="box"></div><p id="facts"></p><script>
      facts.textContent = JSON.stringify({ width: innerWidth, height: innerHeight, ratio: devicePixelRatio,
        touch: navigator.maxTouchPoints, agent: navigator.userAgent });
    </script>`,
    "#box{height:50px;background:rgb(1,2,3)}@media(max-width:600px){#box{background:rgb(90,80,70)}}",
  ),
};
