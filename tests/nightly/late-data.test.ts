import { createServer } from "node:http";
import { imageSize } from "image-size";
import { afterAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { LIMITS } from "#contract/limits.ts";
import { listen } from "../../tools/listen.ts";
import { convert, endOf, open, withoutHaste } from "../render/convert.ts";
import { lateDataPages } from "../render/late-data-pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

/** Sends a message after the time that a client asks for. */
const server = createServer();
const sockets = new WebSocketServer({ server });
sockets.on("connection", (socket, { url = "" }) => {
  const ms = new URL(url, "ws://loopback").searchParams.get("ms");
  if (ms !== null) setTimeout(() => socket.send("words"), Number(ms));
});
const { origin } = await open(lateDataPages(`ws://127.0.0.1:${await listen(server)}`));
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});

async function textOf(path: string) {
  const { job, bytes } = await convert(origin + path);
  return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
}

test.concurrent.for([
  ["shows a spinner until a slow response comes", "/slow"],
  ["says that it is loading while it sends one slow request after the other", "/one-by-one"],
  ["requests a part when it comes into view", "/when-seen"],
  ["has a frame that shows a spinner", "/framed"],
  ["is empty until a slow response comes", "/empty"],
  ["sends more requests than a browser sends at a time", "/queued"],
  ["shows a spinner until a response has come in parts", "/streamed"],
  ["shows a spinner and asks again and again whether it is done", "/asks-again"],
  ["gets its words over a WebSocket", "/socket"],
  ["shows a spinner until its WebSocket brings something", "/slow-socket"],
  ["gets its words as an event", "/events"],
  ["shows a spinner until its worker has computed something", "/computed"],
  ["has a script of its own site that comes after five seconds", "/slow-script"],
  ["has a script of another site that comes after five seconds", "/slow-script-of-another-site"],
  ["has a script that arrives in parts for five seconds", "/script-in-parts"],
  ["has a style that arrives in parts for twelve seconds", "/style-in-parts"],
  ["gets data that arrives in parts for six seconds", "/data-in-parts"],
  ["requests data when its script has arrived after eleven seconds", "/data-after-late-script"],
  ["does not read the data that it has requested", "/unread"],
  ["imports code of its own site that comes after five seconds", "/slow-import"],
  ["says that it is loading while code draws it that a link has preloaded", "/draws-import"],
])("a page is captured with all its words that %s", ([, path = ""]) =>
  withoutHaste(async () => {
    const { job, text } = await textOf(path);
    expect(text).toContain("All words");
    expect(job.warnings).toEqual([]);
  }),
);

test.concurrent.for([
  ["shows nothing of it", "/no-sign", 8_000],
  ["shows a spinner", "/stays", LIMITS.renderBudgetMs / 2],
] as const)("a request without a response causes a warning if the page %s", ([, path, maxMs]) =>
  withoutHaste(async () => {
    const { job } = await textOf(path);
    expect(job.warnings).toEqual([
      expect.objectContaining({ code: "data_late", url: `${origin}/hang/data` }),
    ]);
    expect(job.timings.data).toBeLessThan(maxMs);
  }),
);

test.concurrent("a script of another site that hangs delays a capture by three seconds", () =>
  withoutHaste(async () => {
    const { job } = await textOf("/hung-script-of-another-site");
    expect(job.warnings).toEqual([expect.objectContaining({ code: "resource_slow" })]);
    expect(job.timings.load).toBeLessThan(7_000);
  }));

test.concurrent("a script that is given up leaves the requests of the others alone", () =>
  withoutHaste(async () => {
    const { job, text } = await textOf("/data-beside-hung-script");
    expect(text).toContain("All words");
    expect(job.warnings).toEqual([expect.objectContaining({ code: "resource_slow" })]);
  }));

test.concurrent("a request without a response fails the job with failOn data", () =>
  withoutHaste(async () => {
    const { error, credits } = await endOf(`${origin}/no-sign`, { failOn: ["data"] });
    expect(error).toMatchObject({ code: "data_failed", message: expect.stringContaining("/hang/data") });
    expect(credits).toMatchObject({ used: 0 });
  }));

test.concurrent("a socket over which nothing comes delays a capture by about a second", () =>
  withoutHaste(async () => {
    const { job } = await textOf("/silent");
    expect(job.warnings).toEqual([]);
    expect(job.timings.data).toBeLessThan(2_500);
  }));

test.concurrent("a report that unpacks its own data is captured to its end", async () => {
  const { bytes } = await convert(`${origin}/packed`, { outputType: "screenshot" });
  expect(imageSize(bytes).height).toBeGreaterThan(3_000);
});
