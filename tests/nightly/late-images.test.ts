/** Images that come late, or arrive for a long time. */
import { expect, test } from "vitest";
import { convert, open, withoutHaste } from "../render/convert.ts";
import { html, picture, type Responder } from "../render/pages.ts";
import { readPicture } from "../render/pixels.ts";

const COLOR = "rgb(10, 200, 200)";
const SIZE = { width: 200, height: 100 };

/** An uncompressed image, which has nothing to compress when it is sent in parts. */
function bitmap(): Buffer {
  const header = Buffer.alloc(54);
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3).fill(Buffer.from([200, 200, 10]));
  header.write("BM");
  header.writeUInt32LE(header.length + pixels.length, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeUInt32LE(SIZE.width, 18);
  header.writeUInt32LE(SIZE.height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return Buffer.concat([header, pixels]);
}

/** Sends the image in equal parts, one each 250 ms. */
function inParts(ms: number): Responder {
  const bytes = bitmap();
  const partBytes = Math.ceil(bytes.length / (ms / 250));
  return (_, response) => {
    response.writeHead(200, { "content-type": "image/bmp", "content-length": bytes.length });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(bytes.subarray(sent, sent + partBytes));
      sent += partBytes;
      if (sent < bytes.length) return;
      clearInterval(timer);
      response.end();
    }, 250);
  };
}

const image = (attributes: string) =>
  html("Image", `<h1>One image</h1><img width="200" height="100" ${attributes}>`);

const { origin } = await open({
  "/after-seven": picture(COLOR, 7_000),
  "/in-parts": inParts(9_000),
  "/lazy": image('loading="lazy" src="/after-seven"'),
  "/lazy-in-parts": image('loading="lazy" src="/in-parts"'),
});
const { port } = new URL(origin);
const others = await open({
  "/": image(`src="http://localhost:${port}/after-seven"`),
});

test.concurrent.for([
  ["a lazy image whose first byte takes seven seconds", `${origin}/lazy`],
  ["a lazy image that arrives for nine seconds", `${origin}/lazy-in-parts`],
  ["an image of another site whose first byte takes seven seconds", `${others.origin}/`],
])("%s is in the result", ([, url = ""]) =>
  withoutHaste(async () => {
    const { job, bytes } = await convert(url, { outputType: "screenshot" });
    expect(job.warnings).toEqual([]);
    expect((await readPicture(bytes)).has(COLOR)).toBe(true);
  }),
);
