/** One browser with its DevTools connection open: fresh tabs, one of them always made ahead of need. */
import { within } from "../budget.ts";
import type { GuardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { desktopUserAgent } from "../page/device.ts";
import type { Tabs } from "../render.ts";
import { type Connection, closeBrowser, onDisconnect } from "./devtools.ts";
import { openTab, type Tab } from "./tab.ts";

/** A tab takes 30 ms on an idle machine, as does an answer; a browser that needs longer than this is lost. */
const PATIENCE_MS = 20_000;

export class Engine {
  readonly userAgent: string;
  private readonly connection: Connection;
  private readonly requests: Requests;
  private readonly gone: Promise<never>;
  private warm: Promise<Tab> | null = null;
  private jobs = 0;
  private running = 0;
  private retired = false;

  private constructor(connection: Connection, requests: Requests, userAgent: string) {
    this.connection = connection;
    this.requests = requests;
    this.userAgent = userAgent;
    this.gone = new Promise((_, reject) => {
      onDisconnect(connection, () => {
        this.retired = true;
        reject(new Error("the browser is gone"));
      });
    });
    this.gone.catch(() => undefined);
  }

  /** Takes over a browser. What is open in it is closed: nobody guards that any more. */
  static async start(connection: Connection, policy: GuardPolicy): Promise<Engine> {
    const [{ userAgent }, requests] = await answered(
      Promise.all([
        connection.send("Browser.getVersion"),
        Requests.hold(connection, policy),
        closeContexts(connection),
      ]),
    );
    const engine = new Engine(connection, requests, userAgent);
    engine.warmUp();
    return engine;
  }

  /** False once the browser should get no further job: it is gone, at fault, or has done its share. */
  get usable(): boolean {
    return !this.retired;
  }

  private get idle(): boolean {
    return this.running === 0;
  }

  /** Begins a job: its tabs, of which it has one at a time. `ended` is called once, when the last is thrown away. */
  begin(ended: () => void): Tabs {
    this.running += 1;
    this.jobs += 1;
    let tab: Tab | null = null;
    let over = false;
    return {
      userAgent: this.userAgent,
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

  /** Lets the jobs that run end, and takes no further one. */
  retire(): void {
    this.retired = true;
  }

  /** Ends a job. The last job of a retired browser, or of one that has had `mostJobs`, closes it. */
  async end(mostJobs: number): Promise<void> {
    this.running -= 1;
    if (this.jobs >= mostJobs) this.retired = true;
    if (!this.retired) this.warmUp();
    else if (this.idle) await this.close();
  }

  private async take(): Promise<Tab> {
    const warm = this.warm;
    this.warm = null;
    return await (warm ?? this.open()).catch(() => this.open());
  }

  /** Makes the next job's tab, usually as a job comes to its end. */
  private warmUp(): void {
    if (this.warm || this.retired) return;
    this.warm = this.open();
    this.warm.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.retired = true;
    await answered(closeBrowser(this.connection)).catch(() => undefined);
    this.connection.dispose();
  }

  private open(): Promise<Tab> {
    const { connection, requests, gone } = this;
    const userAgent = desktopUserAgent(this.userAgent);
    return answered(openTab({ connection, requests, gone, userAgent }));
  }
}

async function closeContexts(connection: Connection): Promise<void> {
  const { browserContextIds } = await connection.send("Target.getBrowserContexts");
  const close = (browserContextId: string) =>
    connection.send("Target.disposeBrowserContext", { browserContextId });
  await Promise.all(browserContextIds.map(close));
}

function answered<T>(work: Promise<T>): Promise<T> {
  return within(work, PATIENCE_MS, () => {
    throw new Error("the browser does not answer");
  });
}
