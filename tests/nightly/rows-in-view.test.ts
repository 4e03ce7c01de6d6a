/** Lists of a library that has only the rows in view in the document. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { convert, open, withoutHaste } from "../render/convert.ts";
import { html, type Pages } from "../render/pages.ts";
import { readPicture } from "../render/pixels.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

/** They fit on the sheets of the plan. */
const COUNT = 120;
const PX = 40;
const END = [0, 150, 0] as const;

const library = dirname(fileURLToPath(import.meta.resolve("@tanstack/virtual-core")));
const modules: Pages = Object.fromEntries(
  readdirSync(library)
    .filter((name) => name.endsWith(".js"))
    .map((name) => [
      `/${name}`,
      (_, response) =>
        response.setHeader("content-type", "text/javascript").end(readFileSync(join(library, name))),
    ]),
);

/** A list whose rows scroll with the window, or with a box. */
const list = (
  kind: "Window" | "Element",
  scroller: string,
  begin = "start()",
) => `<script>process = { env: {} }</script><script type="module">
  import { Virtualizer, elementScroll, observeElementOffset, observeElementRect, observeWindowOffset, observeWindowRect, windowScroll } from "/index.js";
  const rows = document.getElementById("rows");
  const show = () => {
    rows.style.height = list.getTotalSize() + "px";
    rows.replaceChildren(...list.getVirtualItems().map(({ index, start }) => {
      const row = document.createElement("div");
      row.textContent = "Row" + index + ".";
      row.style.cssText = "position:absolute;width:100%;height:${PX}px;top:" + start + "px";
      if (index === ${COUNT - 1}) row.style.background = "rgb(${END.join(",")})";
      return row;
    }));
  };
  const list = new Virtualizer({
    count: ${COUNT},
    estimateSize: () => ${PX},
    getScrollElement: () => ${scroller},
    observeElementOffset: observe${kind}Offset,
    observeElementRect: observe${kind}Rect,
    scrollToFn: ${kind === "Window" ? "windowScroll" : "elementScroll"},
    onChange: show,
  });
  const start = () => {
    list._didMount();
    list._willUpdate();
    show();
  };
  ${begin};
</script>`;
const ROWS = '<div id="rows" style="position:relative"></div>';

const { origin } = await open(modules, {
  "/window": html("Window", `${ROWS}${list("Window", "window")}`),
  // Nothing can be scrolled at first.
  "/late": html("Late", `<h1>List</h1>${ROWS}${list("Window", "window", "setTimeout(start, 200)")}`),
  "/box": html(
    "Box",
    `<header>Header</header><main>${ROWS}</main>${list("Element", "document.querySelector('main')")}`,
    "body{height:100vh;display:flex;flex-direction:column}main{flex:1;overflow:auto}",
  ),
  "/beside": html(
    "Beside",
    `<div style="height:100px;overflow:auto"><p style="height:200000px">Long</p></div>${ROWS}${list("Window", "window")}`,
  ),
  "/paper": html("Paper", `${ROWS}${list("Window", "window")}`, "@media print{nav{display:none}}"),
  "/paper-box": html(
    "Paper box",
    `<header>Header</header><main>${ROWS}</main>${list("Element", "document.querySelector('main')")}`,
    "body{height:100vh;display:flex;flex-direction:column}main{flex:1;overflow:auto}@media print{nav{display:none}}",
  ),
  "/all-there": html(
    "All there",
    `<p id="size">Same size</p>${Array.from({ length: COUNT }, (_, index) => `<p>Line ${index}</p>`).join("")}<script>
      addEventListener("scroll", () => {});
      addEventListener("resize", () => { size.textContent = "Another size" });
    </script>`,
  ),
});

test.for(["/window", "/late", "/box", "/beside", "/paper", "/paper-box"])(
  "%s: all rows are on paper and in the picture",
  (path) =>
    withoutHaste(async () => {
      const [pdf, shot] = await Promise.all([
        convert(origin + path),
        convert(origin + path, { outputType: "screenshot" }),
      ]);
      const text = (await textOnPaper(pdf.bytes)).text.replaceAll(/\s/g, "");
      for (let index = 0; index < COUNT; index += 1) expect(text).toContain(`Row${index}.`);
      const picture = await readPicture(shot.bytes);
      expect(picture.at(900, picture.height - PX / 2)).toEqual(END);
    }),
);

test("all rows are on one tall sheet, each time", async () => {
  for (let time = 1; time <= 3; time += 1) {
    const { bytes } = await convert(`${origin}/paper`, { pdfOptions: { singlePage: true } });
    const { text } = await textOnPaper(bytes);
    for (let index = 0; index < COUNT; index += 1) expect(text).toContain(`Row${index}.`);
  }
});

test("a page that has all of its lines sees no other size of the window", async () => {
  const { bytes } = await convert(`${origin}/all-there`, { outputType: "markdown" });
  expect(bytes.toString()).toContain("Same size");
});
