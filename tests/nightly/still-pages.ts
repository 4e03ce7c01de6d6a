/** Tall pages that would not stand still while they are captured. */
import { html, type Pages, picture } from "../render/pages.ts";

export const GROUND = [200, 220, 240] as const;
export const MARK = { px: 1_000, height: 20, color: [10, 20, 30] } as const;
export const TALL_PX = 20_000;
export const HEAD = { height: 500, color: [30, 120, 60] } as const;
export const BLOCKED = "http://127.0.0.1:25/asked";

/** Marks at every thousandth px below a block that scripts make taller. */
function tall(title: string, head: string, script: string, style = ""): string {
  const rows = Array.from({ length: TALL_PX / MARK.px }, (_, index) => {
    return `<div style="height:${MARK.height}px;background:rgb(${MARK.color})"></div><div style="height:${MARK.px - MARK.height}px">part ${index}</div>`;
  });
  return html(
    title,
    `<div id="head">${head}</div>${rows.join("")}<script>${script}</script>`,
    `body{background:rgb(${GROUND})}#head{overflow:hidden}${style}`,
  );
}

const grow = `let px = 0; const grow = () => { px += 7; head.style.height = px + "px"; };`;

/** Colours of what moves on the page `/restless`, in the state in which it is frozen. */
export const FROZEN = {
  gif: [0, 150, 50],
  endless: [90, 20, 160],
  ended: [0, 80, 200],
  drawing: [10, 140, 140],
} as const;
const MOVED = [250, 0, 0];

/** A GIF of 2 × 2 px that shows each colour for 50 ms. */
function gif(colors: readonly (readonly number[])[]): Buffer {
  const screen = [2, 0, 2, 0];
  const frames = colors.map((_, index) => {
    // Seven codes of three bits. The repeated clear code (4) keeps them so short.
    const codes = [4, index, index, 4, index, index, 5].reduce((bits, code, at) => bits + code * 8 ** at, 0);
    const data = [codes & 255, (codes >> 8) & 255, codes >> 16];
    return [0x21, 0xf9, 4, 0, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...screen, 0, 2, data.length, ...data, 0];
  });
  const loop = [0x21, 0xff, 11, ...Buffer.from("NETSCAPE2.0"), 3, 1, 0, 0, 0];
  return Buffer.from([
    ...Buffer.from("GIF89a"),
    ...screen,
    0x80,
    0,
    0,
    ...colors.flat(),
    ...loop,
    ...frames.flat(),
    0x3b,
  ]);
}

/** A hundred blocks, of which one begins to move every 10 ms. */
function staggered(keyframes: string): string {
  const blocks = Array.from({ length: 100 }, (_, index) => `<i style="animation-delay:${index * 10}ms"></i>`);
  return html(
    "Staggered",
    blocks.join(""),
    `body{margin:0}i{display:block;height:6px;background:rgb(${FROZEN.endless});animation:move 1s infinite}
     @keyframes move{${keyframes}}`,
  );
}

export const stillPages: Pages = {
  "/closed-menu": html(
    "A menu that closes in wide windows",
    `<p>Words</p><div id="menu">Menu</div><div style="height:1150px"></div>`,
    `body{background:rgb(${GROUND})}#menu{position:absolute;top:0;right:0;width:500px;height:300px;background:rgb(${HEAD.color});opacity:0}
     @media (min-width:900px){#menu{animation:close .25s forwards}}@keyframes close{from{opacity:1}to{opacity:0}}`,
  ),
  "/restless": html(
    "Restless",
    `<input autofocus value="Words"><div id="endless"></div><div id="ended"></div>
     <img src="/moving.gif" alt="" width="200" height="100"><svg width="200" height="100">
       <rect width="200" height="100" fill="rgb(${MOVED})"><animate attributeName="fill" dur="100ms" fill="freeze"
         from="rgb(${MOVED})" to="rgb(${FROZEN.drawing})"/></rect>
       <circle r="20"><animate attributeName="r" dur="77ms" values="20;50" repeatCount="indefinite"/></circle></svg>
     <section><template shadowrootmode="open"><style>div{height:100px;animation:turn 70ms infinite alternate}
       @keyframes turn{from{background:rgb(${FROZEN.endless})}to{background:rgb(${MOVED})}}</style><div></div></template></section>
     <iframe srcdoc="<input autofocus value=Words>"></iframe>`,
    `input{display:block;box-sizing:border-box;font:60px serif;width:700px;height:100px}iframe{width:700px}div{height:100px}img,svg{display:block}body{margin:0;height:3000px}
     #endless{animation:turn 70ms infinite alternate}#ended{animation:end 3600s both}
     @keyframes turn{from{background:rgb(${FROZEN.endless})}to{background:rgb(${MOVED})}}
     @keyframes end{from{background:rgb(${MOVED})}to{background:rgb(${FROZEN.ended})}}`,
  ),
  "/moving.gif": (_, response) =>
    response.setHeader("content-type", "image/gif").end(gif([FROZEN.gif, MOVED])),
  "/staggered/still": staggered(""),
  "/staggered/transform": staggered("to{transform:translateX(50%)}"),
  "/staggered/opacity": staggered("to{opacity:0}"),
  "/begins-unseen": html(
    "Begins unseen",
    `<div id="grows"></div><div id="pops"></div><div id="first" class="slide"></div>
     <div id="second" class="slide"></div>`,
    `body{margin:0;background:rgb(${GROUND})}div{height:100px;background:rgb(${FROZEN.endless})}
     #grows{animation:grow 2s infinite}#pops{animation:pop 2s infinite}
     .slide{visibility:hidden;animation:show 8s infinite}#second{animation-delay:4s;margin-top:-100px;background:rgb(${MOVED})}
     @keyframes grow{from{width:0}to{width:100%}}
     @keyframes pop{0%,60%{visibility:hidden}70%,100%{visibility:visible}}
     @keyframes show{5%,45%{visibility:visible}50%,100%{visibility:hidden}}`,
  ),
  "/grows-when-resized": tall(
    "Grows when resized",
    "",
    `${grow} addEventListener("resize", grow); matchMedia("(max-width:900px)").addEventListener("change", grow);
     new ResizeObserver(() => { if (innerWidth < 900) grow(); }).observe(document.documentElement);`,
  ),
  "/responsive-picture": tall(
    "Responsive picture",
    `<img srcset="/narrow 120w, /wide 1920w" sizes="(max-width: 940px) 100vw, 1920px" alt="" style="display:block">
     <img srcset="/no-narrow 120w, /no-wide 1920w" sizes="(max-width: 940px) 100vw, 1920px" width="1920" height="900" alt="A picture that is not there">`,
    "",
  ),
  "/narrow": picture("rgb(200,0,0)", 0, 120, 50),
  "/wide": picture("rgb(0,160,0)", 0, 1920, 800),
  "/grows-for-ever": tall("Grows for ever", "", `${grow} setInterval(grow, 20);`),
  // Chromium captures it in a window of 1 × 1 px for a moment. The port is blocked on every deployment.
  "/blank-below": html(
    "Blank below",
    `<div id="head">Words</div><div style="height:${TALL_PX - HEAD.height}px"></div>`,
    `body{background:rgb(${GROUND})}#head{height:${HEAD.height}px;background:rgb(${HEAD.color})}
     @media(max-width:100px){#head{background-image:url(${BLOCKED})}}`,
  ),
  "/sways": tall(
    "Sways",
    "",
    "",
    "#head{animation:sway 2s infinite alternate linear}@keyframes sway{from{height:0}to{height:900px}}",
  ),
};
