/** Pages whose body, or a box of a component, scrolls in place of the window are captured to their end. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { VIEWPORTS } from "#contract/job/values.ts";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { readPicture } from "../render/pixels.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

/** As many as the sheets of the plan. */
const COUNT = 5;
const PX = 500;
const END = [0, 150, 0] as const;
const NAMES = Array.from({ length: COUNT }, (_, index) => `Part${index}`);
const MENU = "Menu";
const EDGE = "Edge";
const LATE = "Late";
const FOOTER = "Footer";
const FOOTER_PX = 54;
const HEAD_PX = 60;
const PLACED = [0, 0, 200] as const;
const BEHIND = [200, 200, 0] as const;
const BLANK = [255, 255, 255] as const;

const parts = (height: string, attributes = "") =>
  NAMES.map((name) => `<section ${attributes} style="height:${height}">${name}</section>`).join("");
const styles = (root: string, body: string) =>
  `html{height:100%;${root}}body{height:100%;margin:0;${body}}section:last-of-type{background:rgb(${END.join(",")})}`;

/** With a menu that waits at the right of the window, and words for visitors who scroll. */
const page = (root: string, body: string) =>
  html(
    "Body",
    `<nav style="position:absolute;left:100%;width:300px">${MENU}</nav><p id="late" style="margin:0;height:${PX}px"></p>${parts(`${PX}px`)}<script>
      document.body.addEventListener("scroll", () => {
        if (document.body.scrollTop > ${PX}) late.textContent = "${LATE}";
      });
    </script>`,
    styles(root, body),
  );

/** Its header, menu and content have places in a box, as in many applications. */
const placed = (display: string) =>
  html(
    "Placed",
    `<div><header>Head</header><nav>${MENU}</nav><main>${parts(`${PX}px`)}</main></div>`,
    `${styles("", "")}div{display:${display};position:relative;height:100%}
    header,nav,main{position:absolute;background:rgb(${PLACED.join(",")})}main{background:none}
    header{inset:0 0 auto;height:${HEAD_PX}px}nav,main{top:${HEAD_PX}px;bottom:0}nav{width:200px}
    main{left:200px;right:100px;overflow:auto}section{background:rgb(${BEHIND.join(",")})}`,
  );

/** As HonKit writes books: beside the menu in the window, and in the flow of the page on paper. */
const book = html(
  "Book",
  `<div><nav>${MENU}</nav><main><article><p>${EDGE}</p>${parts("300px")}</article></main></div>`,
  `${styles("", "")}div{position:relative;height:100%;overflow:hidden}p{width:640px;text-align:right}
  nav{position:absolute;inset:0 auto 0 0;width:300px}
  main,article{position:absolute;inset:0;overflow-y:auto}main{left:300px}
  @media print{nav{display:none}div,main,article{position:static}}`,
);

/** As in applications of Naive UI: the box that scrolls stands beside its menu, and holds a table that scrolls in a box of its own. */
const wide = html(
  "Wide",
  `<div><nav>${MENU}</nav><main><header></header><aside><p style="width:3000px">Words</p></aside>${parts(`${PX}px`)}</main></div>`,
  `${styles("", "")}div{display:flex;height:100%}nav{width:200px}main{flex:1;overflow:hidden auto}aside{overflow:auto}
  header{margin-left:auto;width:${HEAD_PX}px;height:${HEAD_PX}px;background:rgb(${PLACED.join(",")})}p{margin:0;height:${HEAD_PX}px}`,
);

/** As in applications of Element Plus: what holds the box that scrolls gets its height from a row, and a part fills the box. */
const filled = html(
  "Filled",
  `<div><nav>${MENU}</nav><div><header>Head</header><main><header style="height:100%">First</header>${parts(`${PX}px`)}</main><footer>${FOOTER}</footer></div></div>`,
  `${styles("", "")}div{display:flex;height:100%}nav{width:200px}div div{flex:1;flex-direction:column}main{flex:1;overflow:auto}
  div>header{height:${HEAD_PX}px}footer{height:${FOOTER_PX}px}main header{background:rgb(${PLACED.join(",")})}`,
);

const SMOOTH = {
  script: import.meta.resolve("locomotive-scroll/dist/locomotive-scroll.min.js"),
  style: import.meta.resolve("locomotive-scroll/dist/locomotive-scroll.css"),
};

const { origin } = await open({
  "/book": book,
  "/across": page("overflow-x:hidden", "overflow-x:hidden"),
  "/scrolls": page("overflow:hidden", "overflow:auto"),
  "/locked": html("Locked", parts(`${PX}px`), styles("overflow:hidden", "overflow:hidden")),
  "/shadow": html(
    "Shadow",
    `<my-app>${parts(`${PX}px`)}</my-app><script>
      customElements.define("my-app", class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: "open" }).innerHTML =
            "<style>main{position:absolute;inset:0;overflow:auto;contain:strict}</style><main><slot></slot></main>";
        }
      });
    </script>`,
    `${styles("overflow:hidden", "overflow:hidden")}my-app{display:block;position:relative;height:100%}`,
  ),
  "/fixed": html("Fixed", parts(`${PX}px`), styles("", `position:fixed;top:-${PX}px;width:100%;height:auto`)),
  "/sideways": html(
    "Sideways",
    `${parts(`${PX}px`)}<i style="position:absolute;top:0;width:100%;height:100px;background:#ddd;transform:scale(2)"></i>`,
    styles("", "overflow:hidden auto"),
  ),
  "/wide": wide,
  "/filled": filled,
  "/placed": placed("block"),
  "/placed-flex": placed("flex"),
  "/sections": html("Sections", parts("100%"), styles("overflow:hidden", "overflow:hidden")),
  "/footer": html(
    "Footer",
    `<main style="height:100%;overflow:auto">${parts(`${PX}px`)}</main><footer style="height:${FOOTER_PX}px">${FOOTER}</footer>`,
    styles("", ""),
  ),
  "/detector": html(
    "Detector",
    `<p style="margin:0">Words</p><div style="position:absolute;inset:0;overflow:scroll;visibility:hidden"><div style="width:200%;height:500%"></div></div>`,
    styles("", ""),
  ),
  "/box": html(
    "Box",
    `${parts(`${PX}px`)}<main style="height:100vh;overflow:auto"><p style="height:20000px">${LATE}</p></main>`,
    styles("", ""),
  ),
  // Scripts can scroll the outer box. Visitors cannot.
  "/cut-off": html(
    "Cut off",
    `<main><header></header><aside><p style="width:500px">Words</p></aside></main><script>
      document.querySelector("aside").addEventListener("scroll", () => {});
    </script>`,
    `${styles("", "")}main{position:relative;height:100%;overflow:hidden}
    header{height:${HEAD_PX}px;background:rgb(${PLACED.join(",")})}
    aside{position:absolute;top:${HEAD_PX}px;width:200px;height:100%;overflow:auto}`,
  ),
  "/smooth.js": (_, response) =>
    response.setHeader("content-type", "text/javascript").end(readFileSync(fileURLToPath(SMOOTH.script))),
  "/smooth.css": (_, response) =>
    response.setHeader("content-type", "text/css").end(readFileSync(fileURLToPath(SMOOTH.style))),
  "/smooth": html(
    "Smooth",
    `<link rel="stylesheet" href="/smooth.css"><main data-scroll-container>${NAMES.map(
      (name) =>
        `<div data-scroll-section><section style="height:${PX}px"><p data-scroll data-scroll-speed="3">${name}</p></section></div>`,
    ).join("")}</main><script src="/smooth.js"></script><script>
      new LocomotiveScroll({ el: document.querySelector("main"), smooth: true });
    </script>`,
    `${styles("", "")}div:last-of-type section{background:rgb(${END.join(",")})}`,
  ),
});

async function capture(path: string) {
  const [pdf, shot] = await Promise.all([
    convert(origin + path),
    convert(origin + path, { outputType: "screenshot" }),
  ]);
  // Without the spaces, which the ends of sheets have not.
  return {
    text: (await textOnPaper(pdf.bytes)).text.replaceAll(/\s/g, ""),
    picture: await readPicture(shot.bytes),
  };
}

test("the styles for paper decide where a box stands that scrolls", async () => {
  const pdf = await convert(`${origin}/book`);
  const { text, sizePt } = await textOnPaper(pdf.bytes);
  expect(text.replaceAll(/\s/g, "")).toBe([EDGE, ...NAMES].join(""));
  expect(sizePt).toBeCloseTo(12);
});

test.for(["/across", "/scrolls"])(
  "%s: all of it, with what a visitor sees who scrolls, and no more",
  async (path) => {
    const { text, picture } = await capture(path);
    expect(text).toBe([LATE, ...NAMES].join(""));
    expect(picture.height).toBe((COUNT + 1) * PX);
    expect(picture.at(900, picture.height - 20)).toEqual(END);
  },
);

test("a box of a component that scrolls in place of the window is opened", async () => {
  const { text, picture } = await capture("/shadow");
  expect(text).toBe(NAMES.join(""));
  expect(picture.height).toBe(COUNT * PX);
  expect(picture.at(900, picture.height - 20)).toEqual(END);
});

test("a box that scrolls is opened, although the page is a footer higher than the window", async () => {
  const { text, picture } = await capture("/footer");
  expect(text).toBe([...NAMES, FOOTER].join(""));
  expect(picture.height).toBe(COUNT * PX + FOOTER_PX);
  expect(picture.at(900, COUNT * PX - 20)).toEqual(END);
});

test.for(["/placed", "/placed-flex"])(
  "%s: a box that scrolls stays beside its menu and below its header",
  async (path) => {
    const { text, picture } = await capture(path);
    expect(text).toContain(NAMES.join(""));
    expect(picture.height).toBe(HEAD_PX + COUNT * PX);
    expect(picture.at(900, HEAD_PX - 5)).toEqual(PLACED);
    expect(picture.at(195, HEAD_PX + 100)).toEqual(PLACED);
    for (const x of [205, VIEWPORTS.desktop.width - 105]) expect(picture.at(x, HEAD_PX + 5)).toEqual(BEHIND);
    expect(picture.at(VIEWPORTS.desktop.width - 95, HEAD_PX + 5)).toEqual(BLANK);
    expect(picture.at(900, picture.height - 20)).toEqual(END);
  },
);

test("a box that scrolls beside its menu is opened in its width, although a box in it scrolls to the right", async () => {
  const { text, picture } = await capture("/wide");
  expect(text).toBe([MENU, "Words", ...NAMES].join(""));
  expect(picture.height).toBe(2 * HEAD_PX + COUNT * PX);
  expect(picture.at(VIEWPORTS.desktop.width - 5, 5)).toEqual(PLACED);
});

test("a part that fills a box that scrolls keeps its height, and what follows stays in its place", async () => {
  const { text, picture } = await capture("/filled");
  expect(text).toContain([...NAMES, FOOTER].join(""));
  const { height } = VIEWPORTS.desktop;
  expect(picture.height).toBe(height + COUNT * PX);
  expect(picture.at(900, HEAD_PX + 5)).toEqual(PLACED);
  expect(picture.at(900, height - FOOTER_PX - 5)).toEqual(PLACED);
  expect(picture.at(900, height - FOOTER_PX + 5)).toEqual(BLANK);
  expect(picture.at(900, picture.height - FOOTER_PX - 5)).toEqual(END);
});

test("a hidden box that scrolls is not opened", async () => {
  expect((await capture("/detector")).picture.height).toBe(VIEWPORTS.desktop.height);
});

test("a box that scrolls in a page that scrolls itself is shown as a visitor finds it", async () => {
  const { picture } = await capture("/box");
  expect(picture.height).toBe(COUNT * PX + VIEWPORTS.desktop.height);
});

test("a box that cuts off what is below it stays at its top, although a box in it scrolls", async () => {
  const { picture } = await capture("/cut-off");
  expect(picture.at(900, 5)).toEqual(PLACED);
  expect(picture.at(900, HEAD_PX + 5)).toEqual(BLANK);
});

test.for(["/locked", "/fixed"])(
  "%s: a body that does not scroll because a dialog is open is shown to its end",
  async (path) => {
    const { text, picture } = await capture(path);
    expect(text).toBe(NAMES.join(""));
    expect(picture.height).toBe(COUNT * PX);
    expect(picture.at(900, picture.height - 20)).toEqual(END);
  },
);

test("a page as high as the window is printed to its end, although something sticks out at its side", async () => {
  expect((await capture("/sideways")).text).toBe(NAMES.join(""));
});

test("sections as high as the window stay so high, and each has its sheet", async () => {
  const { text, picture } = await capture("/sections");
  expect(text).toBe(NAMES.join(""));
  expect(picture.height).toBe(COUNT * VIEWPORTS.desktop.height);
  expect(picture.at(900, picture.height - 20)).toEqual(END);
});

test("sections that a library for smooth scrolling hides out of view are shown, with all in its place", async () => {
  const { text, picture } = await capture("/smooth");
  expect(text).toBe(NAMES.join(""));
  expect(picture.at(900, picture.height - 20)).toEqual(END);
});
