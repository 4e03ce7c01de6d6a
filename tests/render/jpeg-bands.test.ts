/** Joining bands into one JPEG keeps their pixels, whatever Huffman codes the browser used for each band. */
import { expect, test } from "vitest";
import { stitchJpeg } from "../../worker-render/screenshot/join/jpeg.ts";
import { openBrowser } from "../stage/browser.ts";
import { readPicture } from "./pixels.ts";

const WIDTH = 401;
const HEIGHTS = [304, 160, 99];
/** Rows at a band's edge that may differ: chrominance has half the rows, so a decoder mixes colours across the edge. */
const EDGE = 2;

const browser = await openBrowser();

/** Random pixels and smooth stretches: together they give long and short Huffman codes, zero runs and 0xff bytes. */
const NOISE = `<!doctype html><style>body{margin:0}canvas{display:block}</style>
<canvas width="${WIDTH}" height="600"></canvas><script>
  const pen = document.querySelector("canvas").getContext("2d");
  const image = pen.createImageData(${WIDTH}, 600);
  for (let at = 0; at < image.data.length; at += 1)
    image.data[at] = at % 4 === 3 ? 255 : at % 50000 < 20000 ? 128 + 100 * Math.sin(at / 900) : Math.random() * 256;
  pen.putImageData(image, 0, 0);
</script>`;

async function* each<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}

test.for([5, 60, 100])("bands of quality %i keep their pixels when they are joined", async (quality) => {
  const page = await browser.newPage();
  await page.setViewport({ width: WIDTH, height: 600 });
  await page.setContent(NOISE);
  const places = HEIGHTS.map((height, index) => ({
    y: HEIGHTS.slice(0, index).reduce((sum, rows) => sum + rows, 0),
    height,
  }));
  const bands: Buffer[] = [];
  for (const place of places) {
    const clip = { x: 0, width: WIDTH, ...place };
    bands.push(Buffer.from(await page.screenshot({ type: "jpeg", quality, clip })));
  }
  const total = HEIGHTS.reduce((sum, rows) => sum + rows, 0);
  const parts: Uint8Array[] = [];
  const copies = bands.map((band) => new Uint8Array(band));
  for await (const part of stitchJpeg(each(copies), total)) parts.push(part);
  expect(
    copies.filter(({ byteLength }) => byteLength > 0),
    "bands that still take memory",
  ).toEqual([]);

  const joined = await readPicture(Buffer.concat(parts));
  expect(joined).toMatchObject({ width: WIDTH, height: total });
  for (const [index, { y, height }] of places.entries()) {
    const band = await readPicture(bands[index] ?? Buffer.alloc(0));
    const rows = height - 2 * EDGE;
    expect(joined.bits(0, y + EDGE, WIDTH, rows), `band ${index}`).toBe(band.bits(0, EDGE, WIDTH, rows));
  }
});
