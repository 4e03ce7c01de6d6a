/** Pages for the options of the finished file. */
import sharp from "sharp";
import { html, type Pages } from "./pages.ts";

const WIDTH = 1_200;
const HEIGHT = 900;

/** A photo: soft light over fine grain, the same in each run. */
function photo() {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  let grain = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    grain = (grain * 1_103_515_245 + 12_345) % 2_147_483_648;
    const light = at % 3 === 0 ? ((at / 3) % WIDTH) / WIDTH : at / pixels.length;
    pixels[at] = 40 + light * 150 + (grain / 2_147_483_648) * 60;
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).blur(1);
}

/** A drawing of two colours. */
const drawing = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#06c" } })
  .extend({ left: 60, background: "#fff" })
  .png()
  .toBuffer();
const jpeg = await photo().jpeg({ quality: 95 }).toBuffer();
const png = await photo().png({ compressionLevel: 1 }).toBuffer();

/** A red sheet. Its content leaves two states open: everything is a tenth as large in them, and only a corner is drawn. */
const OPEN_STATES = "q 0.1 0 0 0.1 0 0 cm q 1 0 0 rg 0 0 2000 2000 re f 0 0 90 90 re W n";
const openStates = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>/Contents 4 0 R>>endobj
4 0 obj<</Length ${OPEN_STATES.length}>>stream
${OPEN_STATES}
endstream endobj
trailer<</Root 1 0 R/Size 5>>
startxref
0
%%EOF
`;

export const pdfFilePages: Pages = {
  "/open-states.pdf": (_, response) => response.setHeader("content-type", "application/pdf").end(openStates),
  "/unknown": (_, response) => response.setHeader("content-type", "application/octet-stream").end(openStates),
  "/download": (_, response) =>
    response
      .setHeader("content-type", "binary/octet-stream")
      .setHeader("content-disposition", 'attachment; filename="Report 1.pdf"; size=600')
      .end(openStates),
  "/data.json": (_, response) =>
    response.setHeader("content-type", "application/json; charset=utf-8").end('{"words":["of","data"]}'),
  "/photo.jpg": (_, response) => response.end(jpeg),
  "/photo.png": (_, response) => response.end(png),
  "/drawing.png": (_, response) => response.end(drawing),
  "/photos": html(
    "Photos",
    `<img src="/photo.jpg"><img src="/photo.png" style="opacity:.9"><div></div>
      <img src="/drawing.png"><p>Words</p>`,
    "img { width: 500px } div { width: 300px; height: 100px; background: url(/photo.jpg) center / cover }",
  ),
  "/colors": html(
    "Colors",
    `<h1>Red words</h1><a href="https://example.com/">A link</a>
      <div style="background:linear-gradient(90deg, red, blue)"></div>
      <div style="background:rgba(0,200,0,.5);box-shadow:5px 5px 5px #f00"></div>
      <div style="background:#ff0;mix-blend-mode:multiply"></div>
      <canvas id=canvas width=200 height=60></canvas>
      <script>
        const ink = canvas.getContext("2d");
        ink.fillStyle = "rgba(0, 100, 255, .5)";
        ink.fillRect(0, 0, 200, 60);
      </script>`,
    "h1 { color: #c00 } div { width: 200px; height: 60px }",
  ),
};
