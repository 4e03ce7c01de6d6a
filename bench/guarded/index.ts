/** The same job in a guarded and in a bare browser, in turn: `GET /?url=…&rounds=…` answers the times in ms. */
import puppeteer, { type BrowserWorker } from "@cloudflare/puppeteer";
import {
  type CDPSession,
  type Connection,
  closeBrowser,
  connect,
  leadTo,
  openTarget,
} from "../../worker-render/browser/devtools.ts";
import { type Guard, guardTab } from "../../worker-render/guard/guard-tab.ts";
import type { GuardPolicy } from "../../worker-render/guard/policy.ts";
import { Requests } from "../../worker-render/guard/requests.ts";

/** The bench's pages lie on loopback; all else is as it is deployed, and the one name is known already. */
const POLICY: GuardPolicy = {
  targets: { allowPrivate: true, ownHosts: ["platen.example.com"] },
  resolve: async () => "public",
};

/** The bare browser holds its tabs too: both begin alike. */
const HELD = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: "page" }],
};

interface Opened {
  session: CDPSession;
  guard: Guard | null;
  ready: Promise<unknown>;
}

async function openGuarded(connection: Connection, requests: Requests, contextId: string): Promise<Opened> {
  const { session, targetId } = await openTarget(connection, contextId);
  const { guard, armed } = guardTab(session, { contextId, targetId, requests, script: "" });
  return { session, guard, ready: armed };
}

async function openBare(connection: Connection, contextId: string): Promise<Opened> {
  const { session } = await openTarget(connection, contextId);
  const ready = Promise.all([session.send("Page.enable"), session.send("Network.enable")]);
  return { session, guard: null, ready };
}

async function print({ session, ready }: Opened, url: string): Promise<void> {
  const loaded = new Promise((resolve) => session.once("Page.loadEventFired", resolve));
  await Promise.all([leadTo(session, url), ready]);
  await loaded;
  await session.send("Page.printToPDF", { printBackground: true });
}

/** Milliseconds of one PDF, in a tab made ahead as the service does; a browser with `requests` is a guarded one. */
async function job(connection: Connection, requests: Requests | null, url: string): Promise<number> {
  const { browserContextId } = await connection.send("Target.createBrowserContext");
  try {
    const opened = requests
      ? await openGuarded(connection, requests, browserContextId)
      : await openBare(connection, browserContextId);
    const startedAt = performance.now();
    const printed = print(opened, url);
    await (opened.guard ? opened.guard.during(printed) : printed);
    return performance.now() - startedAt;
  } finally {
    await connection.send("Target.disposeBrowserContext", { browserContextId });
    requests?.forget(browserContextId);
  }
}

async function start(binding: BrowserWorker): Promise<Connection> {
  const { sessionId } = await puppeteer.acquire(binding);
  return connect(binding, sessionId);
}

export default {
  async fetch(request: Request, env: { BROWSER: BrowserWorker }): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const url = searchParams.get("url");
    if (!url) return new Response("Give a url.", { status: 400 });
    const [guardedBrowser, bareBrowser] = await Promise.all([start(env.BROWSER), start(env.BROWSER)]);
    const guarded: number[] = [];
    const bare: number[] = [];
    try {
      const requests = await Requests.hold(guardedBrowser, POLICY);
      await bareBrowser.send("Target.setAutoAttach", HELD);
      await job(guardedBrowser, requests, url);
      await job(bareBrowser, null, url);
      for (let round = 0; round < Number(searchParams.get("rounds")); round++) {
        // Each goes first in turn: whoever does has the other's tab thrown away beside it.
        const pair = [
          async () => guarded.push(await job(guardedBrowser, requests, url)),
          async () => bare.push(await job(bareBrowser, null, url)),
        ];
        for (const run of round % 2 === 0 ? pair : pair.reverse()) await run();
      }
    } finally {
      await Promise.all([closeBrowser(guardedBrowser), closeBrowser(bareBrowser)]);
    }
    return Response.json({ guarded, bare });
  },
};
