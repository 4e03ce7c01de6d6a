/** Drawings of WebGL, which Chromium itself leaves blank on paper and in files. */
import { expect, test } from "vitest";
import { convert, open, withoutHaste } from "../render/convert.ts";
import { pdfDrawer, saturation } from "../render/drawn.ts";
import { html } from "../render/pages.ts";
import { readPicture } from "../render/pixels.ts";
import { openBrowser } from "../stage/browser.ts";

const COLOR = "rgb(255, 0, 255)";
const FILL = "gl.clearColor(1, 0, 1, 1); gl.clear(gl.COLOR_BUFFER_BIT)";

/** A page with a canvas that the script draws. */
function drawing(script: string): string {
  return html("Drawing", `<canvas id=c width=300 height=200></canvas><script>${script}</script>`);
}

const worker = `onmessage = ({ data }) => { const gl = data.getContext("webgl"); ${FILL} }`;

const { origin } = await open({
  "/once": drawing(`const gl = c.getContext("webgl"); ${FILL}`),
  "/version-2": drawing(`const gl = c.getContext("webgl2", { alpha: false }); ${FILL}`),
  "/moving": drawing(`const gl = c.getContext("webgl");
    const draw = () => { ${FILL}; requestAnimationFrame(draw) };
    requestAnimationFrame(draw)`),
  "/given-away": drawing(`const gl = c.transferControlToOffscreen().getContext("webgl"); ${FILL}`),
  "/by-worker": drawing(`const canvas = c.transferControlToOffscreen();
    new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}]))).postMessage(canvas, [canvas])`),
});
const draw = await pdfDrawer();
const browser = await openBrowser();

test.for(["/once", "/version-2", "/moving", "/given-away", "/by-worker"])(
  "%s: a drawing of WebGL is in PDFs, screenshots and HTML files",
  (path) =>
    withoutHaste(async () => {
      const pdf = await convert(origin + path);
      expect(saturation(await draw(pdf.bytes)), "PDF").toBe(255);
      const screenshot = await convert(origin + path, { outputType: "screenshot" });
      expect((await readPicture(screenshot.bytes)).has(COLOR), "screenshot").toBe(true);
      const file = await convert(origin + path, { outputType: "html" });
      const page = await browser.newPage();
      await page.setContent(file.bytes.toString());
      expect((await readPicture(Buffer.from(await page.screenshot()))).has(COLOR), "HTML").toBe(true);
    }),
);
