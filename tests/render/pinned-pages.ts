/** Pages with elements that are pinned to the window. */
import { html, type Pages } from "./pages.ts";

export const WINDOW = { width: 1920, height: 1080 } as const;
export const PAGE_PX = 3_000;
export const COLORS = {
  page: [220, 230, 240],
  header: [200, 0, 0],
  chat: [0, 150, 0],
  toTop: [0, 0, 200],
  menu: [200, 0, 200],
  message: [200, 200, 0],
  badge: [0, 200, 200],
} as const;
/** Places in CSS px. The chat and the button to the top count from the window's right bottom corner. */
export const CHAT = { right: 20, bottom: 30, side: 60 } as const;
export const TO_TOP = { right: 120, bottom: 30, side: 60 } as const;
export const HEADER_PX = 40;
export const BAR_PX = 50;
/** In a box with a transform. */
export const BADGE = { left: 400, top: 2_000, side: 100 } as const;
/** At the right edge of a right-to-left page, which a closed menu overflows to the left. */
export const SQUARE = { side: 200, top: 300, color: [10, 120, 60] } as const;
const CLOSED_MENU_PX = 300;
/** Height of the panels of a section, and of the section below. */
export const SPACED_PX = 800;

const rgb = (color: readonly number[]) => `rgb(${color.join(",")})`;
const pinned = (name: keyof typeof COLORS, style: string) =>
  `<div class="${name}" style="position:fixed;background:${rgb(COLORS[name])};${style}"></div>`;

const body = `
  <div style="position:relative;width:900px;margin:200px auto 0">${pinned("header", `top:0;left:0;width:100%;height:${HEADER_PX}px`)}</div>
  ${pinned("chat", `right:${CHAT.right}px;bottom:${CHAT.bottom}px;width:${CHAT.side}px;height:${CHAT.side}px`)}
  ${pinned("toTop", `display:none;right:${TO_TOP.right}px;bottom:${TO_TOP.bottom}px;width:${TO_TOP.side}px;height:${TO_TOP.side}px`)}
  ${pinned("menu", "left:-300px;top:0;width:300px;height:100%")}
  ${pinned("message", "left:0;right:0;bottom:-80px;height:80px")}
  <div style="position:absolute;left:${BADGE.left}px;top:${BADGE.top}px;transform:scale(1)">
    ${pinned("badge", `left:0;top:0;width:${BADGE.side}px;height:${BADGE.side}px`)}
  </div>
  <p>Words</p>
  <script>
    const button = document.querySelector(".toTop");
    let fade;
    addEventListener("scroll", () => {
      clearInterval(fade);
      if (scrollY > 100) button.style.cssText += ";display:block;opacity:1";
      else fade = setInterval(() => {
        button.style.opacity -= 0.1;
        if (button.style.opacity <= 0) button.style.display = "none";
      }, 40);
    });
  </script>`;

/** White words on a background that moves with the window. */
const onBackdrop = (background: string, styles: string) =>
  html(
    "Backdrop",
    `${background}<main style="height:${PAGE_PX}px">${"<p>Words</p>".repeat(60)}</main>`,
    `body{margin:0;color:#fff}p{margin:0;line-height:40px}${styles}`,
  );
const GRADIENT = `linear-gradient(${rgb(COLORS.menu)},${rgb(COLORS.menu)})`;

export const backdropPages = {
  "/behind": onBackdrop(pinned("menu", "inset:0;z-index:-1"), ""),
  "/centred": onBackdrop(
    pinned(
      "menu",
      "top:50%;left:50%;min-width:100%;min-height:100%;transform:translate(-50%,-50%);z-index:-1",
    ),
    "",
  ),
  "/first": onBackdrop(pinned("menu", "inset:0"), "main{position:relative}"),
  "/body": onBackdrop("", `body{background:${GRADIENT} fixed}`),
  "/low-root": onBackdrop("", `html{height:100%}body{background:${GRADIENT} 50% / cover no-repeat fixed}`),
} satisfies Pages;

const lines = `<main>${"<p>Words</p>".repeat(PAGE_PX / 40)}</main>`;
const barStyle = (place: string) =>
  `p{margin:0;line-height:40px}footer{${place};left:0;width:100%;height:${BAR_PX}px;background:${rgb(COLORS.menu)};transition:all .3s}`;

export const pinnedPages: Pages = {
  ...backdropPages,
  "/section": html(
    "Section",
    `<section>${pinned("menu", "inset:0;z-index:-1")}Words</section><main style="height:${PAGE_PX}px">More words</main>`,
    "body{margin:0}section{position:relative;height:500px;clip-path:inset(0)}",
  ),
  // As a picture viewer does it, from a box that is higher up and lower than the window.
  "/over-the-page": html(
    "Over the page",
    `<section>${pinned("menu", "top:0;bottom:0;left:0;right:0").replace("></", ">A picture</")}</section><main style="height:${PAGE_PX}px">Words</main>`,
    "body{margin:0}section{position:absolute;z-index:1;top:-50px;left:0;width:100%;height:100px}",
  ),
  "/pinned": html(
    "Pinned",
    body,
    `body{display:flow-root;margin:0;height:${PAGE_PX}px;background:${rgb(COLORS.page)}}p{margin:0}`,
  ),
  // As the tables of contents of R Markdown, in a box without a height.
  "/limited": html(
    "Limited",
    `<div style="position:relative">${pinned("menu", "top:20px;left:0;width:300px;max-height:85%").replace("></", "><p>Contents</p></")}</div>${lines}`,
    "body{margin:0}p{margin:0;line-height:40px}",
  ),
  "/in-component": html(
    "In a component",
    `<my-header></my-header><main>${"<p>Words</p>".repeat(100)}</main><script>
      customElements.define("my-header", class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: "open" }).innerHTML = "<div style='position:fixed;top:0;left:0;width:100%'>Header</div>";
        }
      });
    </script>`,
  ),
  "/opens-when-scrolled": html(
    "Opens when scrolled",
    `<main style="height:${PAGE_PX}px">Words of the page, which are more than those of the window over it.</main><script>
      addEventListener("scroll", () => {
        if (scrollY < 500 || document.querySelector(".message")) return;
        document.body.insertAdjacentHTML("beforeend", \`
          <div style="position:fixed;inset:0;background:#0008"></div>
          ${pinned("message", "left:400px;top:300px;width:500px;height:300px")}
          <p style="position:fixed;left:420px;top:320px">Subscribe</p>\`);
        document.body.style.overflow = "hidden";
      });
    </script>`,
  ),
  "/moving-bar": html("Moving bar", `${lines}<footer>The bar</footer>`, barStyle("bottom:0;position:fixed")),
  "/bar-in-row": html(
    "Bar in a row",
    `<div style="display:flex">${lines}<footer>The bar</footer></div>`,
    barStyle("bottom:0;position:fixed"),
  ),
  // As Vuetify does it, whenever the page's height changes.
  "/rewritten-bar": html(
    "Rewritten bar",
    `${lines}<footer>The bar</footer><script>
      const { style } = document.querySelector("footer");
      new ResizeObserver(() => Object.assign(style, { position: "fixed", bottom: "0px" })).observe(document.body);
    </script>`,
    barStyle(""),
  ),
  // As in Bootstrap 4. The words are laid out for the window first, and then for the width of the body.
  "/wider-on-paper": html(
    "Wider on paper",
    `<div id="page">${pinned("menu", "top:0;right:0;width:200px;height:100%").replace("></", ">Menu</")}<main>${"<p>Words</p>".repeat(5)}</main></div>`,
    `#page{position:relative;background:#fff}main{margin-right:200px;background:${rgb(COLORS.page)}}@media print{body{min-width:992px!important}}`,
  ),
  // The background comes only when the page is scrolled.
  "/late-background": html(
    "Late background",
    `<main style="position:relative;height:${PAGE_PX}px">${"<p>Words</p>".repeat(60)}</main><script>
      addEventListener("scroll", () => {
        document.body.insertAdjacentHTML("afterbegin", \`${pinned("menu", "inset:0")}\`);
      }, { once: true });
    </script>`,
  ),
  // As GSAP's ScrollTrigger writes it for a section that stays at the window for a while.
  "/spacer": html(
    "Spacer",
    `<div class="pin-spacer" style="padding:0 0 2000px;height:${SPACED_PX}px;box-sizing:content-box">
      <section style="height:${SPACED_PX}px;overflow:hidden;transform:translate(0px,0px)">
        <div style="display:flex;width:200vw;height:100%;transform:translate(0px,0px)">
          <div style="width:100vw">A panel</div>
          <div style="width:100vw;background:${rgb(COLORS.toTop)}">A panel beside it</div>
        </div>
      </section>
    </div><div style="height:${SPACED_PX}px;background:${rgb(COLORS.menu)}"></div>`,
  ),
  // A section sticks to the window while the visitor scrolls through a tall box, and its panels move through the window.
  "/scene": html(
    "Scene",
    `<div id="box" style="height:4000px">
      <section style="position:sticky;top:0;height:${SPACED_PX}px;overflow:hidden">
        <div id="row" style="display:flex;width:200vw;height:100%">
          <div style="width:100vw">A panel</div>
          <div style="width:100vw;background:${rgb(COLORS.toTop)}">Its neighbour</div>
        </div>
      </section>
    </div><div style="height:${SPACED_PX}px;background:${rgb(COLORS.menu)}">After the scene</div><script>
      const box = document.getElementById("box");
      const row = document.getElementById("row");
      addEventListener("scroll", () => {
        const share = scrollY / (box.offsetHeight - innerHeight);
        row.style.transform = "translateX(" + -innerWidth * Math.min(1, share) + "px)";
      });
    </script>`,
    "body{margin:0}",
  ),
  // The words move over what sticks to the window.
  "/scene-with-words": html(
    "Scene with words",
    `<div style="position:relative;height:${PAGE_PX}px">
      <section style="position:sticky;top:0;height:${SPACED_PX}px"></section>
      <p style="position:absolute;top:${PAGE_PX - 600}px;width:100%;height:100px;background:${rgb(COLORS.menu)}">Words</p>
    </div>`,
    "body,p{margin:0}",
  ),
  "/right-to-left": html(
    "Right to left",
    `<div id="square"></div><nav></nav><p>Words</p>`,
    `html{direction:rtl}body{margin:0;height:${PAGE_PX}px;position:relative}p{margin:0}
     #square{position:absolute;right:0;top:${SQUARE.top}px;width:${SQUARE.side}px;height:${SQUARE.side}px;background:${rgb(SQUARE.color)}}
     nav{position:absolute;top:0;left:-${CLOSED_MENU_PX}px;width:${CLOSED_MENU_PX}px;height:500px;background:${rgb(COLORS.menu)}}`,
  ),
};
