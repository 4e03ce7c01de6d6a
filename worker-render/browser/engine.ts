/** One browser with its DevTools connection open: fresh tabs, one of them always made ahead of need. */

import type { Protocol } from "devtools-protocol";
import { log } from "#log/log.ts";
import { type Connection, closeBrowser, onDisconnect } from "../devtools/devtools.ts";
import { BrowserLost, type LossReason } from "../fault/browser-lost.ts";
import { within } from "../fault/budget.ts";
import type { GuardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { desktopUserAgent } from "../page/device.ts";
import { openTab, type Tab } from "../tab/tab.ts";
import type { Tabs } from "../tab/tabs.ts";
import type { RemoteBrowser } from "./acquire.ts";
import { isAlive } from "./heartbeat.ts";

/** A tab takes 30 ms on an idle machine, as does an answer; a browser that needs longer than this is lost. */
const PATIENCE_MS = 20_000;
/** A browser that closes in order needs some 100 ms; one that needs longer is ended from outside. */
const CLOSE_TIMEOUT_MS = 5_000;
/** While jobs run, the browser is asked this often whether it answers: with 2 s of silence, a dead one is noticed within 3 s. */
const HEARTBEAT_MS = 1_000;

/** Why a browser gets no further jobs: it is lost, or … */
export type RetireReason =
  | LossReason
  /** … has had its number of jobs, … */
  | "worn"
  /** … had none for a while, … */
  | "idle"
  /** … was there for one suspected job alone, … */
  | "isolated"
  /** … a job met a fault of ours in it, … */
  | "fault"
  /** … or a page crashed or could not be captured in it; the next browser shows whether the page is at fault. */
  | "page_crashed"
  | "capture_failed";

/** What the headless shell calls itself, and full Chromium does not, be it headless or not. */
const SHELL = /^HeadlessChrome\//;

type Version = Protocol.Browser.GetVersionResponse;

export class Engine {
  readonly userAgent: string;
  private readonly printsFrames: boolean;
  private readonly remote: RemoteBrowser;
  private readonly requests: Requests;
  private readonly onEnded: () => void;
  /** Rejects with BrowserLost once the browser is lost; never resolves. */
  private readonly disconnected: Promise<never>;
  private rejectGone: (error: BrowserLost) => void = () => {};
  private warm: Promise<Tab> | null = null;
  private jobs = 0;
  private running = 0;
  private retired = false;
  /** The browser is lost, or was closed. */
  private ended = false;
  private watched = false;
  private readonly startedAt = Date.now();
  /** When a job last ended, Unix ms. */
  private freeSince = Date.now();

  private constructor(
    remote: RemoteBrowser,
    requests: Requests,
    { userAgent, product }: Version,
    onEnded: () => void,
  ) {
    this.remote = remote;
    this.onEnded = onEnded;
    this.requests = requests;
    this.userAgent = userAgent;
    this.printsFrames = !SHELL.test(product);
    this.disconnected = new Promise((_, reject) => {
      this.rejectGone = reject;
    });
    this.disconnected.catch(() => undefined);
    onDisconnect(remote.connection, () => this.lose("disconnected"));
  }

  /**
   * Takes over a browser. What is open in it is closed: no guard watches that any more. A browser that cannot be taken over
   * is ended. `onEnded` is called once, when the browser is closed or lost.
   */
  static async start(
    remote: RemoteBrowser,
    policy: GuardPolicy,
    onEnded = () => {},
    patienceMs = PATIENCE_MS,
  ): Promise<Engine> {
    const { connection } = remote;
    try {
      const [version, requests] = await withPatience(
        Promise.all([
          connection.send("Browser.getVersion"),
          Requests.hold(connection, policy),
          closeContexts(connection),
        ]),
        patienceMs,
      );
      const engine = new Engine(remote, requests, version, onEnded);
      engine.warmUp();
      return engine;
    } catch (error) {
      connection.dispose();
      await remote.end();
      onEnded();
      throw error;
    }
  }

  get sessionId(): string {
    return this.remote.sessionId;
  }

  /** False once the browser should get no further job: it is ended: disconnected, at fault, or has done its share. */
  get usable(): boolean {
    return !this.retired;
  }

  /** Milliseconds since a job last ended; 0 while one runs. */
  get idleMs(): number {
    return this.running > 0 ? 0 : Date.now() - this.freeSince;
  }

  /** Whether the browser answers; one that does not is lost from then on. */
  async isAlive(): Promise<boolean> {
    if (!this.ended && !(await isAlive(this.remote.connection))) this.lose("silent");
    return !this.ended;
  }

  /** Begins a job: its tabs, of which it has one at a time. `ended` is called once, when the last is thrown away. */
  begin(ended: () => void): Tabs {
    this.running += 1;
    this.jobs += 1;
    void this.watch();
    let tab: Tab | null = null;
    let over = false;
    return {
      userAgent: this.userAgent,
      printsFrames: this.printsFrames,
      take: async () => {
        tab?.dispose();
        tab = await this.take();
        return tab;
      },
      ahead: () => this.warmUp(),
      done: () => {
        if (over) return;
        over = true;
        tab?.dispose();
        ended();
      },
    };
  }

  /** Lets the jobs that run end, and takes no further one. The last of them closes the browser. */
  retire(reason: RetireReason): void {
    if (this.retired) return;
    this.retired = true;
    const { jobs, running } = this;
    const ageMs = Date.now() - this.startedAt;
    log.warn("A browser is retired.", { event: "browser_retired", reason, jobs, running, ageMs });
    if (running === 0) void this.close(reason);
  }

  /** Ends a job. The last job of a retired browser, or of one that has had `mostJobs`, closes it. */
  async end(mostJobs: number): Promise<void> {
    this.running -= 1;
    this.freeSince = Date.now();
    if (this.jobs >= mostJobs) this.retire("worn");
    if (this.usable) this.warmUp();
    else if (this.running === 0) await this.close();
  }

  /** Ends the browser: in order, or from outside where it does not answer. Never rejects. */
  async close(reason: RetireReason = "idle"): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.retire(reason);
    const closing = closeBrowser(this.remote.connection).then(() => true);
    const isClosed = await within(closing, CLOSE_TIMEOUT_MS, () => false);
    this.remote.connection.dispose();
    if (!isClosed) await this.remote.end();
    this.onEnded();
  }

  /** Fails what runs in the browser with BrowserLost, and ends it from outside: it may hang for ever. */
  private lose(reason: LossReason): void {
    if (this.ended) return;
    this.ended = true;
    this.retire(reason);
    this.rejectGone(new BrowserLost(reason));
    this.remote.connection.dispose();
    void this.remote.end().then(this.onEnded);
  }

  /** One heartbeat for all jobs that run side by side. */
  private async watch(): Promise<void> {
    if (this.watched) return;
    this.watched = true;
    while (this.running > 0 && (await this.isAlive())) {
      await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS));
    }
    this.watched = false;
  }

  private async take(): Promise<Tab> {
    const warm = this.warm;
    this.warm = null;
    return await (warm ?? this.open()).catch(() => this.open());
  }

  /** Makes the next job's tab, usually as a job comes to its end. */
  private warmUp(): void {
    if (this.warm || !this.usable) return;
    this.warm = this.open();
    this.warm.catch(() => undefined);
  }

  private open(): Promise<Tab> {
    const { requests, disconnected } = this;
    const { connection } = this.remote;
    const userAgent = desktopUserAgent(this.userAgent);
    return withPatience(openTab({ connection, requests, ended: disconnected, userAgent }));
  }
}

async function closeContexts(connection: Connection): Promise<void> {
  const { browserContextIds } = await connection.send("Target.getBrowserContexts");
  const close = (browserContextId: string) =>
    connection.send("Target.disposeBrowserContext", { browserContextId });
  await Promise.all(browserContextIds.map(close));
}

function withPatience<T>(work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  return within(work, patienceMs, () => {
    throw new BrowserLost("silent");
  });
}
