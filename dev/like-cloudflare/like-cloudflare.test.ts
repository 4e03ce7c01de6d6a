import { tmpdir } from "node:os";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { prepareBrowser } from "../browser/index.ts";
import { likeCloudflare } from "./index.ts";
import { PLATFORM } from "./workers/platform.ts";

/** With this seed, no start of the tests' browsers is refused with 503. */
const SEED = 1;
const MESSAGES = 40;

/** A Worker that passes requests on to its browser, and counts the deliveries of each message. */
const WORKER = `
const deliveries = {};
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/deliveries") return Response.json(deliveries);
    if (pathname === "/query") {
      const count = Number(searchParams.get("values"));
      try {
        env.DB.prepare("select 1").bind(...Array(count).fill(1));
      } catch (error) {
        return new Response(error.message, { status: 400 });
      }
      await Promise.all([env.DB.prepare("select 1").all(), env.DB.batch([env.DB.prepare("select 1")])]);
      return new Response();
    }
    if (pathname !== "/send") return env.BROWSER.fetch(request);
    await env.JOBS.sendBatch(Array.from({ length: ${MESSAGES} }, (_, body) => ({ body })));
    return new Response();
  },
  queue({ messages }) {
    for (const message of messages) {
      deliveries[message.body] = (deliveries[message.body] ?? 0) + 1;
      message.ack();
    }
  },
};`;

let miniflare: Miniflare;
beforeAll(async () => {
  await prepareBrowser();
  const worker = {
    name: "worker",
    rootPath: tmpdir(),
    modules: [{ type: "ESModule" as const, path: "index.js", contents: WORKER }],
    compatibilityDate: "2026-10-12",
    d1Databases: { DB: "db" },
    queueProducers: { JOBS: "jobs" },
    queueConsumers: { jobs: { maxBatchSize: MESSAGES, maxBatchTimeout: 0 } },
    browserRendering: { binding: "BROWSER" },
  };
  miniflare = new Miniflare(convertV4MiniflareOptions({ workers: await likeCloudflare([worker], SEED) }));
  await miniflare.ready;
});
afterAll(() => miniflare.dispose());

function send(path: string, init: { method?: string; headers?: Record<string, string> } = {}) {
  return miniflare.dispatchFetch(`http://localhost${path}`, init);
}

const Started = z.object({ sessionId: z.string() });
const Sessions = z.object({ sessions: z.array(Started) });

async function sessionIds(): Promise<string[]> {
  const { sessions } = Sessions.parse(await (await send("/v1/sessions")).json());
  return sessions.map(({ sessionId }) => sessionId);
}

function start(keepAliveMs: number) {
  return send(`/v1/devtools/browser?keep_alive=${keepAliveMs}`, { method: "POST" });
}

test("of many browsers at once one starts, the others are refused with 429, and commands pass in their order", async () => {
  // One more than may run at once, so one is refused however far apart the requests arrive.
  const starts = await Promise.all(
    Array.from({ length: PLATFORM.concurrentBrowsers + 1 }, () => start(600_000)),
  );
  const refused = starts.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toBe("1");
  const [sessionId = ""] = await sessionIds();

  const { webSocket } = await send(`/v1/devtools/browser/${sessionId}`, {
    headers: { upgrade: "websocket" },
  });
  if (!webSocket) throw new Error("The browser accepts no connection.");
  webSocket.accept();
  const ids: number[] = [];
  const all = new Promise<void>((resolve) =>
    webSocket.addEventListener("message", ({ data }) => {
      ids.push(z.object({ id: z.number() }).parse(JSON.parse(String(data))).id);
      if (ids.length === 200) resolve();
    }),
  );
  const sentAt = performance.now();
  for (let id = 0; id < 200; id++) webSocket.send(JSON.stringify({ id, method: "Browser.getVersion" }));
  await all;
  expect(ids).toEqual(Array.from({ length: 200 }, (_, id) => id));
  expect(performance.now() - sentAt).toBeGreaterThanOrEqual(PLATFORM.browserRoundTripMs);
  webSocket.close();
  for (const id of await sessionIds()) await send(`/v1/devtools/browser/${id}`, { method: "DELETE" });
});

test("a browser that gets no command ends after its keep_alive", async () => {
  await expect.poll(async () => (await start(500)).status).toBe(200);
  await expect.poll(sessionIds).toEqual([]);
});

test("each call of the database takes a round trip, and more than 100 bound values are refused", async () => {
  expect((await send("/query?values=101")).status).toBe(400);
  const sentAt = performance.now();
  expect((await send("/query?values=100")).status).toBe(200);
  expect(performance.now() - sentAt).toBeGreaterThanOrEqual(PLATFORM.d1RoundTripMs);
});

test("each message is delivered, and some of them twice", async () => {
  await send("/send");
  const counts = async () => z.record(z.string(), z.number()).parse(await (await send("/deliveries")).json());
  await expect.poll(async () => Object.keys(await counts())).toHaveLength(MESSAGES);
  await expect.poll(async () => Math.max(...Object.values(await counts()))).toBe(2);
});
