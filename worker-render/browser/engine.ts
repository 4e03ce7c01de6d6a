/** One browser with its open DevTools connection. It makes a new tab for each job, and keeps one open for the next. */

import type { Protocol } from "devtools-protocol";
import { log } from "#log/log.ts";
import { ignore } from "../devtools/commands.ts";
import { type Connection, closeBrowser, onDisconnect } from "../devtools/devtools.ts";
import { BrowserLost, type LossReason } from "../fault/browser-lost.ts";
import { within } from "../fault/budget.ts";
import { checkHold } from "../guard/check-hold.ts";
import type { GuardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { desktopUserAgent } from "../page/user-agent.ts";
import { openTab, type Tab } from "../tab/tab.ts";
import type { Tabs } from "../tab/tabs.ts";
import type { RemoteBrowser } from "./acquire.ts";
import { isAlive } from "./heartbeat.ts";
import { networkProcess } from "./network-process.ts";

/** A browser that needs longer than this for a tab or a response is lost. Both take 30 ms on an idle machine. */
const RESPONSE_TIMEOUT_MS = 20_000;
/** A browser that does not close within this time is ended through Browser Run's API. An orderly close takes 100 ms. */
const CLOSE_TIMEOUT_MS = 5_000;
/** A browser that is ended through the API is gone at once, and its connection with it. */
const END_TIMEOUT_MS = 2_000;
/** Pause between two checks of a browser with jobs. A check waits 2 s, so a dead browser is noticed within 3 s. */
const HEARTBEAT_MS = 1_000;

/** Why a browser gets no further jobs. */
export type RetireReason =
  | LossReason
  /** It has had its number of jobs. */
  | "worn"
  /** It had no job for a while. */
  | "idle"
  /** It was started for one job that had lost other browsers. */
  | "isolated"
  /** A job met a fault of ours in it. */
  | "fault"
  /** A page crashed or could not be captured in it. The next attempt, in another browser, shows whether the page is at fault. */
  | "page_crashed"
  | "capture_failed";

/** The end of a browser's use. */
export interface Retirement {
  reason: RetireReason;
  /** Jobs that it has had. */
  jobs: number;
  ageMs: number;
}

/** Product name of the headless shell. Full Chromium has another one, also when it is headless. */
const SHELL = /^HeadlessChrome\//;

/** Jobs in a row that draw their whole documents, after which the next tab is prepared for another one. */
const WHOLE_IN_A_ROW = 2;

/** The tab of the next job. */
interface WarmTab {
  tab: Promise<Tab>;
  /** Whether it draws its whole document already. Other jobs do not get it. */
  isWhole: boolean;
}

type Version = Protocol.Browser.GetVersionResponse;

export class Engine {
  readonly userAgent: string;
  private readonly printsFrames: boolean;
  private readonly remote: RemoteBrowser;
  private readonly requests: Requests;
  /** Id of its network process when it started. */
  private readonly network: number | null;
  private readonly onEnded: (retirement: Retirement | null) => void;
  /** Rejects with BrowserLost once the browser is lost; never resolves. */
  private readonly disconnected: Promise<never>;
  private rejectDisconnected: (error: BrowserLost) => void = () => {};
  private warm: WarmTab | null = null;
  /** How many jobs one after the other have drawn their whole documents. */
  private wholeInARow = 0;
  private jobs = 0;
  private running = 0;
  private retirement: Retirement | null = null;
  /** The browser is lost, or was closed. */
  private ended = false;
  private isLost = false;
  private isWatched = false;
  private readonly startedAt = Date.now();
  /** When a job last ended, Unix ms. */
  private freeSince = Date.now();

  private constructor(
    remote: RemoteBrowser,
    requests: Requests,
    { userAgent, product }: Version,
    network: number | null,
    onEnded: (retirement: Retirement | null) => void,
  ) {
    this.remote = remote;
    this.onEnded = onEnded;
    this.requests = requests;
    this.network = network;
    this.userAgent = userAgent;
    this.printsFrames = !SHELL.test(product);
    this.disconnected = new Promise((_, reject) => {
      this.rejectDisconnected = reject;
    });
    this.disconnected.catch(() => undefined);
    onDisconnect(remote.connection, () => this.lose("disconnected"));
  }

  /**
   * Prepares a connected browser for jobs. Closes what is open in it, because no guard checks it any more, and checks that
   * the guard works in it. If that fails, the browser is ended.
   * @param onEnded called once, when the browser is closed or lost; with null if it has not started
   */
  static async start(
    remote: RemoteBrowser,
    policy: GuardPolicy,
    onEnded: (retirement: Retirement | null) => void = () => {},
    timeoutMs = RESPONSE_TIMEOUT_MS,
  ): Promise<Engine> {
    const { connection } = remote;
    try {
      const [version, requests, network] = await orLost(
        Promise.all([
          connection.send("Browser.getVersion"),
          Requests.hold(connection, policy),
          networkProcess(connection),
          closeContexts(connection),
        ]),
        timeoutMs,
      );
      const engine = new Engine(remote, requests, version, network, onEnded);
      engine.warmUp();
      await orLost(checkHold(connection), timeoutMs);
      return engine;
    } catch (error) {
      await endBrowser(remote);
      onEnded(null);
      throw error;
    }
  }

  get sessionId(): string {
    return this.remote.sessionId;
  }

  /** False once the browser is retired: it gets no further job. */
  get usable(): boolean {
    return this.retirement === null;
  }

  /** Milliseconds since the last job ended; 0 while a job runs. */
  get idleMs(): number {
    return this.running > 0 ? 0 : Date.now() - this.freeSince;
  }

  /**
   * Whether the browser responds. If it does not, it counts as lost from then on. True for one that has been closed: a fault
   * that retired it had another cause.
   */
  async isAlive(): Promise<boolean> {
    if (!this.ended && !(await isAlive(this.remote.connection))) this.lose("silent");
    return !this.isLost;
  }

  /**
   * Begins a job and returns its tabs, of which it has one at a time.
   * @param ended called once, when the job has disposed of its last tab
   */
  begin(ended: () => void): Tabs {
    this.running += 1;
    this.jobs += 1;
    void this.watch();
    let tab: Tab | null = null;
    let over = false;
    return {
      userAgent: this.userAgent,
      printsFrames: this.printsFrames,
      take: async (isWhole) => {
        tab?.dispose();
        tab = await this.take(isWhole);
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

  /** Accepts no further job. The running jobs continue, and the last of them closes the browser. */
  retire(reason: RetireReason): void {
    if (this.retirement) return;
    const { jobs, running } = this;
    const ageMs = Date.now() - this.startedAt;
    this.retirement = { reason, jobs, ageMs };
    log.warn("A browser is retired.", { event: "browser_retired", reason, jobs, running, ageMs });
    if (running === 0) void this.close(reason);
  }

  /** Ends a job. A browser that has had `maxJobs` is retired, and the last job of a retired browser closes it. */
  async end(maxJobs: number): Promise<void> {
    this.running -= 1;
    this.freeSince = Date.now();
    if (this.jobs >= maxJobs) this.retire("worn");
    if (this.usable) this.warmUp();
    else if (this.running === 0) await this.close();
  }

  /** Closes the browser, or ends it through Browser Run's API if it does not respond. Never rejects. */
  async close(reason: RetireReason = "idle"): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.retire(reason);
    const { connection } = this.remote;
    const gone = untilGone(connection);
    const closing = closeBrowser(connection).then(() => gone);
    await within(closing, CLOSE_TIMEOUT_MS, () => endBrowser(this.remote));
    this.onEnded(this.retirement);
  }

  /** Fails the jobs of the browser with BrowserLost, and ends it through Browser Run's API, because it may never respond again. */
  private lose(reason: LossReason): void {
    if (this.ended) return;
    this.ended = true;
    this.isLost = true;
    this.retire(reason);
    this.rejectDisconnected(new BrowserLost(reason));
    const ending = reason === "disconnected" ? this.remote.end() : endBrowser(this.remote);
    void ending.then(() => this.onEnded(this.retirement));
  }

  /** Checks the browser while jobs run. One loop serves all of them. */
  private async watch(): Promise<void> {
    if (this.isWatched) return;
    this.isWatched = true;
    while (this.running > 0 && (await this.isAlive())) {
      const pause = new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS));
      await Promise.all([pause, this.checkNetwork()]);
    }
    this.isWatched = false;
  }

  /** Loses the browser if its network process has ended: its jobs miss what was loading. */
  private async checkNetwork(): Promise<void> {
    const { network } = this;
    if (network === null) return;
    // One that does not respond is noticed by the heartbeat.
    const current = await within(networkProcess(this.remote.connection), HEARTBEAT_MS, () => network);
    if (current !== network) this.lose("network");
  }

  private async take(isWhole: boolean): Promise<Tab> {
    this.wholeInARow = isWhole ? this.wholeInARow + 1 : 0;
    const warm = this.takeWarm(isWhole);
    const tab = await (warm ?? this.open()).catch(() => this.open());
    const isLost = await Promise.race([tab.lost, Promise.resolve(false)]).catch(() => true);
    if (!isLost || this.ended) return tab;
    // Its process has ended while it waited for a job.
    tab.dispose();
    return this.open();
  }

  private takeWarm(isWhole: boolean): Promise<Tab> | null {
    const { warm } = this;
    this.warm = null;
    if (!warm?.isWhole || isWhole) return warm?.tab ?? null;
    warm.tab.then((tab) => tab.dispose(), ignore);
    return null;
  }

  /** Opens the tab of the next job before the job arrives, for a job like the last ones. */
  private warmUp(): void {
    if (this.warm || !this.usable) return;
    const isWhole = this.wholeInARow >= WHOLE_IN_A_ROW;
    const tab = this.open();
    this.warm = { tab, isWhole };
    tab.then((opened) => (isWhole ? opened.drawWhole() : undefined)).catch(ignore);
  }

  private open(): Promise<Tab> {
    const { requests, disconnected } = this;
    const { connection } = this.remote;
    const userAgent = desktopUserAgent(this.userAgent);
    const checkNetwork = async () => {
      await this.checkNetwork();
      if (this.isLost) await disconnected;
    };
    return orLost(openTab({ connection, requests, ended: disconnected, userAgent, checkNetwork }));
  }
}

/**
 * Ends the browser, and only then its connection: Chromium sends all requests that the guard holds when the connection ends
 * before the browser does. Never rejects.
 */
async function endBrowser({ connection, end }: RemoteBrowser): Promise<void> {
  const gone = untilGone(connection);
  await end();
  await within(gone, END_TIMEOUT_MS, () => undefined);
  connection.dispose();
}

function untilGone(connection: Connection): Promise<void> {
  return new Promise((resolve) => onDisconnect(connection, resolve));
}

async function closeContexts(connection: Connection): Promise<void> {
  const { browserContextIds } = await connection.send("Target.getBrowserContexts");
  const close = (browserContextId: string) =>
    connection.send("Target.disposeBrowserContext", { browserContextId });
  await Promise.all(browserContextIds.map(close));
}

/** Throws BrowserLost when the work takes longer than `timeoutMs`. */
function orLost<T>(work: Promise<T>, timeoutMs = RESPONSE_TIMEOUT_MS): Promise<T> {
  return within(work, timeoutMs, () => {
    throw new BrowserLost("silent");
  });
}
