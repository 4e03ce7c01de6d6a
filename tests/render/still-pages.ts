/** Tall pages that would not stand still while they are captured. */
import { html, type Pages, picture } from "./pages.ts";

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

export const stillPages: Pages = {
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
