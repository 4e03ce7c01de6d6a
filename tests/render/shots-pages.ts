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

export const shotPages: Pages = {
  "/tall/3000": tall(3_000),
  "/tall/12000": tall(12_000),
  "/tall/30000": tall(30_000),
  "/tall/70000": tall(70_000),
  "/tall/120000": tall(120_000),
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
