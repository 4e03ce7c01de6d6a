/** Drawings that scripts place in a box which cuts them off, such as the routes on a map. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

/** A map that draws a fifth more than it shows, as Leaflet's, with a word in the size of the page's text. */
const MAP = `<div class=map><div class=pane></div></div><script>
  const draw = () => {
    const width = innerWidth * 1.2;
    document.querySelector(".pane").innerHTML = '<svg width="' + width + '" height="360" viewBox="0 0 ' + width +
      ' 360"><circle cx="400" cy="150" r="50"></circle><text x="400" y="150">harbour</text></svg>';
  };
  addEventListener("resize", draw);
  draw();
</script>`;

/** The default font size: 16 px at 4/3 px per point. */
const FULL_SIZE_PT = 12;

const { origin } = await open({
  "/map": html(
    "Map",
    MAP,
    ".map { position: relative; height: 300px; overflow: hidden } .pane { position: absolute; inset: 0 } @media print { nav { display: none } }",
  ),
  "/wide": html(
    "Wide",
    '<svg width="2000" height="300" viewBox="0 0 2000 300"><text x=1500 y=150>harbour</text></svg>',
  ),
});

async function print(path: string) {
  const { bytes } = await convert(origin + path, { pdfOptions: { scale: 1 } });
  return textOnPaper(bytes);
}

test("a drawing that a map shows a part of keeps its size on paper", async () => {
  const { text, sizePt } = await print("/map");
  expect(text).toContain("harbour");
  expect(sizePt).toBeCloseTo(FULL_SIZE_PT, 1);
});

test("a wide drawing in the page is scaled down to the sheet", async () => {
  const { text, sizePt } = await print("/wide");
  expect(text).toContain("harbour");
  expect(sizePt).toBeLessThan(FULL_SIZE_PT / 2);
});
