/** Serves the pages of the bench on loopback: four synthetic ones, and the well-known kinds of pages. */
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { listen } from "../../tools/listen.ts";
import { knownFiles, type ServedFile } from "./known.ts";
import { picture } from "./picture.ts";

export type PageName = "tiny" | "article" | "long" | "app";

const ROWS = 200;

/** A selector that matches once the page's data has arrived. */
export const READY: Partial<Record<PageName, string>> = { app: `li:nth-child(${ROWS})` };

const SENTENCE =
  "The press is inked, the sheet is laid on the platen, and what was a shape of lead becomes a word that stays. ";

function document(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}
<style>body{font:16px/1.6 sans-serif;max-width:760px;margin:2rem auto;padding:0 1rem}img{max-width:100%;height:auto;display:block}</style>
</head><body>${body}</body></html>`;
}

function paragraphs(bytes: number): string {
  const paragraph = `<p>${SENTENCE.repeat(5)}</p>`;
  return paragraph.repeat(Math.ceil(bytes / paragraph.length));
}

function image(index: number, lazy: boolean): string {
  return `<img src="/picture/${index}.png" width="640" height="480" alt=""${lazy ? ' loading="lazy"' : ""}>`;
}

function article(): string {
  const part = paragraphs(5_000);
  const body = Array.from(
    { length: 10 },
    (_, index) => `<h2>Part ${index + 1}</h2>${part}${image(index, false)}`,
  );
  return document("Article", `<h1>Article</h1>${body.join("")}`);
}

/** Twenty screens of 1080 px with three lazy images in each. */
function long(): string {
  const body = Array.from(
    { length: 20 },
    (_, screen) =>
      `<section style="min-height:1080px"><h2>Screen ${screen + 1}</h2>${[0, 1, 2]
        .map((slot) => image(screen * 3 + slot, true))
        .join("")}</section>`,
  );
  return document("Long", body.join(""));
}

/** A square of random pixels, which no format can compress. */
function noise(side: number): string {
  return `<!doctype html><title>Noise</title><style>body{margin:0}canvas{display:block}</style>
<canvas width="${side}" height="${side}"></canvas><script>
const pen = document.querySelector("canvas").getContext("2d");
for (let row = 0; row < ${side}; row++) {
  const line = pen.createImageData(${side}, 1);
  for (let at = 0; at < line.data.length; at++) line.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
  pen.putImageData(line, 0, row);
}
</script>`;
}

async function appScript(): Promise<string> {
  const output = await build({
    logLevel: "silent",
    configFile: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL("./app.ts", import.meta.url)), formats: ["es"] },
    },
  });
  const [first] = Array.isArray(output) ? output : [];
  const entry = first?.output[0];
  if (!entry) throw new Error("The app page could not be built.");
  return entry.code;
}

/** Serves the pages at `{origin}/{name}` and `{origin}/known/{name}`, and a square of noise at `/noise/{side}`. */
export async function servePages(): Promise<{ origin: string; close: () => Promise<void> }> {
  const script = await appScript();
  const pictures = Array.from({ length: 60 }, (_, index) => picture(640, 480, index + 1));
  const known = await knownFiles();
  const pages: Record<string, ServedFile> = {
    "/tiny": { type: "text/html", body: document("Tiny", `<h1>Tiny</h1><p>${SENTENCE.repeat(4)}</p>`) },
    "/article": { type: "text/html", body: article() },
    "/long": { type: "text/html", body: long() },
    "/app": {
      type: "text/html",
      body: document("App", '<div id="root"></div>', '<script type="module" src="/app.js"></script>'),
    },
    "/app.js": { type: "text/javascript", body: script },
    "/data.json": {
      type: "application/json",
      body: JSON.stringify(Array.from({ length: ROWS }, (_, row) => ({ id: row, text: SENTENCE }))),
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const number = /^\/picture\/(\d+)\.png$/.exec(path)?.[1];
    const shown = number === undefined ? undefined : pictures[Number(number)];
    if (shown) {
      response.writeHead(200, { "Content-Type": "image/png" }).end(shown);
      return;
    }
    const side = /^\/noise\/(\d+)$/.exec(path)?.[1];
    if (side !== undefined) {
      response.writeHead(200, { "Content-Type": "text/html" }).end(noise(Number(side)));
      return;
    }
    const page = pages[path] ?? known.get(path);
    response.writeHead(page ? 200 : 404, { "Content-Type": page?.type ?? "text/plain" }).end(page?.body);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
