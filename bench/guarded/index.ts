/**
 * Does the same job in a guarded and in a bare browser, in turn. `GET /?url=…&rounds=…` returns the times in ms.
 * `GET /?decisions=…` decides about requests without a browser, with `&block` also by the filter lists.
 */
import puppeteer, { type BrowserWorker } from "@cloudflare/puppeteer";
import { JobRequest } from "../../contract/job/request.ts";
import { blockedReason } from "../../contract/target/target.ts";
import { loadList } from "../../worker-render/clear/lists.ts";
import { requestOf } from "../../worker-render/clear/request-of.ts";
import {
  type Connection,
  closeBrowser,
  connect,
  onDisconnect,
} from "../../worker-render/devtools/devtools.ts";
import { Journal } from "../../worker-render/fault/journal.ts";
import type { GuardPolicy } from "../../worker-render/guard/policy.ts";
import { Requests } from "../../worker-render/guard/requests.ts";
import { render } from "../../worker-render/job/render.ts";
import { desktopUserAgent } from "../../worker-render/page/user-agent.ts";
import { openTab, type Tab } from "../../worker-render/tab/tab.ts";
import { holdTabs, openBareTab } from "./bare-tab.ts";

/** As deployed, but with private addresses allowed, because the bench's pages are on loopback. No name is looked up. */
const POLICY: GuardPolicy = {
  targets: { allowPrivate: true, ownHosts: ["platen.example.com"] },
  resolve: async () => "public",
};

/** The bench renders pages only. */
const NO_PDFS = { fetch: async () => new Response(null, { status: 501 }) };

const EMPTY_BUCKET = { get: async () => null };

interface Browser {
  connection: Connection;
  userAgent: string;
  open(): Promise<Tab>;
}

async function start(binding: BrowserWorker, isGuarded: boolean): Promise<Browser> {
  const { sessionId } = await puppeteer.acquire(binding);
  const connection = await connect(binding, sessionId);
  const version = await connection.send("Browser.getVersion");
  const userAgent = desktopUserAgent(version.userAgent);
  const ended = new Promise<never>((_, reject) => {
    onDisconnect(connection, () => reject(new Error("the browser is gone")));
  });
  ended.catch(() => undefined);
  if (isGuarded) {
    const requests = await Requests.hold(connection, POLICY);
    return { connection, userAgent, open: () => openTab({ connection, requests, userAgent, ended }) };
  }
  await holdTabs(connection);
  return { connection, userAgent, open: () => openBareTab({ connection, userAgent, ended }) };
}

/** Milliseconds of one PDF, in a tab that is made in advance as in the service. */
async function job({ connection, userAgent, open }: Browser, url: string): Promise<number> {
  const tab = await open();
  const request = JobRequest.parse({ url, options: { outputType: "pdf" } });
  const task = {
    jobId: "",
    url,
    document: null,
    options: request.options,
    tier: "pro" as const,
    mark: null,
    pdfService: NO_PDFS,
    bucket: EMPTY_BUCKET,
  };
  const tabs = { take: async () => tab, ahead() {}, done() {}, userAgent, printsFrames: true };
  const startedAt = performance.now();
  const { parts } = await render(tabs, task, new Journal(() => {}));
  for await (const _ of parts);
  const ms = performance.now() - startedAt;
  tab.dispose();
  for (;;) {
    const { browserContextIds } = await connection.send("Target.getBrowserContexts");
    if (browserContextIds.length === 0) return ms;
    await scheduler.wait(5);
  }
}

/** Requests of a news page: half of them would be refused. */
const REQUESTS = [
  "https://cdn.news.example/assets/main.css",
  "https://securepubads.g.doubleclick.net/tag/js/gpt.js",
  "https://images.news.example/2026/11/photo-1200x800.jpg?quality=80",
  "https://www.google-analytics.com/analytics.js",
  "https://fonts.gstatic.com/s/inter/v13/inter.woff2",
  "https://cdn.taboola.com/libtrc/news/loader.js",
].map((url) => ({ request: { url }, resourceType: "Script" }) as const);

/** Decides about `count` requests as the guard does, with or without the lists of ads and trackers. Returns how many pass. */
async function decide(count: number, isBlocking: boolean): Promise<number> {
  const lists = isBlocking
    ? [await loadList(EMPTY_BUCKET, "ads"), await loadList(EMPTY_BUCKET, "trackers")]
    : [];
  let passed = 0;
  for (let index = 0; index < count; index++) {
    const held = REQUESTS[index % REQUESTS.length];
    if (!held || blockedReason(new URL(held.request.url), POLICY.targets) !== null) continue;
    if (isBlocking && lists.some((list) => list.match(requestOf(held, "https://news.example/")).match))
      continue;
    passed += 1;
  }
  return passed;
}

export default {
  async fetch(request: Request, env: { BROWSER: BrowserWorker }): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const decisions = Number(searchParams.get("decisions"));
    if (decisions > 0) return Response.json(await decide(decisions, searchParams.has("block")));
    const url = searchParams.get("url");
    if (!url) return new Response("Give a url.", { status: 400 });
    const guarded: number[] = [];
    const bare: number[] = [];
    // In half of the pairs the guarded browser is started first, in the other half the bare one.
    for (const firstIsGuarded of [true, false]) {
      const first = await start(env.BROWSER, firstIsGuarded);
      const second = await start(env.BROWSER, !firstIsGuarded);
      const [guardedBrowser, bareBrowser] = firstIsGuarded ? [first, second] : [second, first];
      try {
        await job(guardedBrowser, url);
        await job(bareBrowser, url);
        for (let round = 0; round < Number(searchParams.get("rounds")) / 2; round++) {
          // In alternating order, because the first job runs while the other browser closes its tab.
          const pair = [
            async () => guarded.push(await job(guardedBrowser, url)),
            async () => bare.push(await job(bareBrowser, url)),
          ];
          for (const run of round % 2 === 0 ? pair : pair.reverse()) await run();
        }
      } finally {
        await Promise.all([closeBrowser(first.connection), closeBrowser(second.connection)]);
      }
    }
    return Response.json({ guarded, bare });
  },
};
