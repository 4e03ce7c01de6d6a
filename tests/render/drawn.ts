/** Draws PDFs as pictures, with pdf.js in a browser. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { ROOT } from "../../tools/paths.ts";
import { openBrowser } from "../stage/browser.ts";
import { open } from "./convert.ts";
import type { Responder } from "./pages.ts";

/** Draws the first page of the PDF at `/file`, 96 px per inch. */
const DRAW = `<!doctype html><canvas></canvas><script type="module">
  import { getDocument, GlobalWorkerOptions } from "/pdf.mjs";
  GlobalWorkerOptions.workerSrc = "/pdf.worker.mjs";
  const canvas = document.querySelector("canvas");
  const page = await (await getDocument("/file" + location.search).promise).getPage(1);
  const viewport = page.getViewport({ scale: 96 / 72 });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  await page.render({ canvas, viewport }).promise;
  canvas.dataset.picture = canvas.toDataURL();
</script>`;

/** Three bytes for each px. */
type Colors = Buffer;

/** Starts a browser for the calling test file. The function that it returns draws the first page of a PDF. */
export async function pdfDrawer(): Promise<(pdf: Uint8Array) => Promise<Colors>> {
  const files: Uint8Array[] = [];
  const script =
    (name: string): Responder =>
    async (_, response) => {
      const code = await readFile(join(ROOT, "node_modules", "pdfjs-dist", "build", name));
      response.setHeader("content-type", "text/javascript").end(code);
    };
  const { origin } = await open({
    "/": DRAW,
    "/pdf.mjs": script("pdf.mjs"),
    "/pdf.worker.mjs": script("pdf.worker.mjs"),
    "/file": ({ url }, response) => response.end(files[Number(url?.split("?")[1])]),
  });
  const page = await (await openBrowser()).newPage();
  return async (pdf) => {
    await page.goto(`${origin}/?${files.push(pdf) - 1}`);
    const canvas = await page.waitForSelector("canvas[data-picture]");
    const address = await canvas?.evaluate(({ dataset }) => dataset.picture);
    const picture = Buffer.from(address?.split(",")[1] ?? "", "base64");
    return sharp(picture).removeAlpha().raw().toBuffer();
  };
}

/** The largest difference between the channels of one px: 0 for gray, 255 for a pure colour. */
export function saturation(colors: Colors): number {
  let most = 0;
  for (let at = 0; at < colors.length; at += 3) {
    const px = colors.subarray(at, at + 3);
    most = Math.max(most, Math.max(...px) - Math.min(...px));
  }
  return most;
}

/** The difference between the colours of two pictures, on average: 255 between black and white. */
export function difference(one: Colors, other: Colors): number {
  let sum = Math.abs(one.length - other.length) * 255;
  for (const [at, channel] of one.entries()) sum += Math.abs(channel - (other[at] ?? 0));
  return sum / one.length;
}
