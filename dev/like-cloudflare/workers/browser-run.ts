/** Browser Run's limits and its distance, in front of Miniflare's browser binding. */
import { DurableObject } from "cloudflare:workers";
import { delay } from "./delay.ts";
import { PLATFORM } from "./platform.ts";
import { seededRandom } from "./random.ts";

interface Bindings {
  /** Miniflare's browser binding. */
  BROWSER: Fetcher;
  BROWSER_RUN: DurableObjectNamespace<BrowserRun>;
  SEED: number;
}

interface BrowserSession {
  idleMs: number;
  /** When the browser last got a command, Unix ms. */
  usedAt: number;
}

const ONE_WAY_MS = PLATFORM.browserRoundTripMs / 2;
const BROWSERS = "/v1/devtools/browser";

/** All browsers of the account. */
export class BrowserRun extends DurableObject<Bindings> {
  private readonly random = seededRandom(this.env.SEED);
  private readonly sessions = new Map<string, BrowserSession>();
  private starting = 0;
  private startedAt = Number.NEGATIVE_INFINITY;

  override async fetch(request: Request): Promise<Response> {
    await delay(PLATFORM.browserRoundTripMs);
    const url = new URL(request.url);
    if (request.method === "POST" && url.pathname === BROWSERS) return this.start(request, url);
    const response = await this.env.BROWSER.fetch(request);
    const sessionId = url.pathname.startsWith(`${BROWSERS}/`) ? url.pathname.slice(BROWSERS.length + 1) : "";
    if (request.method === "DELETE") this.sessions.delete(sessionId);
    return response.webSocket ? this.relay(response.webSocket, sessionId) : response;
  }

  private async start(request: Request, url: URL): Promise<Response> {
    const sinceStartMs = Date.now() - this.startedAt;
    if (sinceStartMs < 1_000 / PLATFORM.newBrowsersPerSecond) return refuse(429, "Rate limit exceeded");
    if (this.random() < PLATFORM.refusedStarts) return refuse(503, "No browser available");
    this.startedAt = Date.now();
    this.starting += 1;
    try {
      if ((await this.running()) + this.starting > PLATFORM.concurrentBrowsers)
        return refuse(429, "Browser limit exceeded");
      const starting = this.env.BROWSER.fetch(request);
      const inTime = Promise.all([starting, delay(PLATFORM.browserStartMs)]);
      const started = await Promise.race([inTime, delay(PLATFORM.maxBrowserStartMs)]);
      if (!started) {
        this.ctx.waitUntil(starting.then((late) => this.endLate(late)));
        return refuse(503, "No browser available");
      }
      const [response] = started;
      if (response.ok) await this.watch(response.clone(), url.searchParams.get("keep_alive"));
      return response;
    } finally {
      this.starting -= 1;
    }
  }

  private async running(): Promise<number> {
    const response = await this.env.BROWSER.fetch("https://browser.invalid/v1/sessions");
    const { sessions } = await response.json<{ sessions: unknown[] }>();
    return sessions.length;
  }

  private async watch(started: Response, keepAlive: string | null): Promise<void> {
    const { sessionId } = await started.json<{ sessionId: string }>();
    const idleMs = Math.min(Number(keepAlive ?? PLATFORM.browserIdleMs), PLATFORM.maxBrowserIdleMs);
    this.sessions.set(sessionId, { idleMs, usedAt: Date.now() });
    this.ctx.waitUntil(this.endWhenIdle(sessionId));
  }

  private async endLate(started: Response): Promise<void> {
    if (!started.ok) return;
    const { sessionId } = await started.json<{ sessionId: string }>();
    await this.end(sessionId);
  }

  private async end(sessionId: string): Promise<void> {
    await this.env.BROWSER.fetch(`https://browser.invalid${BROWSERS}/${sessionId}`, { method: "DELETE" });
  }

  private async endWhenIdle(sessionId: string): Promise<void> {
    for (;;) {
      const session = this.sessions.get(sessionId);
      if (!session) return;
      const leftMs = session.usedAt + session.idleMs - Date.now();
      if (leftMs <= 0) break;
      await delay(leftMs);
    }
    this.sessions.delete(sessionId);
    console.warn(`Browser Run ends a browser that got no command: ${sessionId}`);
    await this.end(sessionId);
  }

  private relay(browser: WebSocket, sessionId: string): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    browser.accept();
    server.accept();
    pass(server, browser, () => {
      const session = this.sessions.get(sessionId);
      if (session) session.usedAt = Date.now();
    });
    pass(browser, server);
    return new Response(null, { status: 101, webSocket: client });
  }
}

function refuse(status: number, message: string): Response {
  console.warn(`Browser Run refuses a browser: ${status} ${message}`);
  return new Response(message, { status, headers: { "retry-after": "1" } });
}

/** Passes everything on after half a round trip, in its order. */
function pass(from: WebSocket, to: WebSocket, passed = () => {}): void {
  const inTransit: { arrivesAt: number; deliver: () => void }[] = [];
  const arrive = () => {
    for (let first = inTransit[0]; first; first = inTransit[0]) {
      const leftMs = first.arrivesAt - Date.now();
      // One timer for all: workerd allows 10,000, and a page can cause more messages than that at once.
      if (leftMs > 0) return void setTimeout(arrive, leftMs);
      inTransit.shift();
      first.deliver();
    }
  };
  const depart = (deliver: () => void) => {
    inTransit.push({ arrivesAt: Date.now() + ONE_WAY_MS, deliver });
    if (inTransit.length === 1) setTimeout(arrive, ONE_WAY_MS);
  };
  from.addEventListener("message", ({ data }) => {
    passed();
    depart(() => {
      if (to.readyState === WebSocket.OPEN) to.send(data);
    });
  });
  from.addEventListener("close", () => depart(() => to.close()));
}

export default {
  fetch: (request, env) => env.BROWSER_RUN.getByName("account").fetch(request),
} satisfies ExportedHandler<Bindings>;
