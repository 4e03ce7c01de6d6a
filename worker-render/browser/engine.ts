/** One browser with its DevTools connection open: fresh tabs, one of them always made ahead of need. */
import type { Browser } from "@cloudflare/puppeteer";
import type { Connection } from "../guard/children.ts";
import type { GuardPolicy } from "../guard/policy.ts";
import { desktopUserAgent } from "../page/device.ts";
import type { Tabs } from "../render.ts";
import { openTab, type Tab } from "./tab.ts";

export class Engine {
  readonly userAgent: string;
  private readonly browser: Browser;
  private readonly connection: Connection;
  private readonly policy: GuardPolicy;
  private readonly gone: Promise<never>;
  private warm: Promise<Tab> | null = null;
  private jobs = 0;
  private running = 0;
  private retired = false;

  private constructor(browser: Browser, connection: Connection, policy: GuardPolicy, userAgent: string) {
    this.browser = browser;
    this.connection = connection;
    this.policy = policy;
    this.userAgent = userAgent;
    this.gone = new Promise((_, reject) => {
      browser.on("disconnected", () => {
        this.retired = true;
        reject(new Error("the browser is gone"));
      });
    });
    this.gone.catch(() => undefined);
  }

  static async start(browser: Browser, policy: GuardPolicy): Promise<Engine> {
    const [userAgent, session] = await Promise.all([
      browser.userAgent(),
      browser.target().createCDPSession(),
    ]);
    const connection = session.connection();
    if (!connection) throw new Error("The browser is gone.");
    session.detach().catch(() => undefined);
    const engine = new Engine(browser, connection, policy, userAgent);
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

  /** Makes the next job's tab, usually as a job ends. */
  private warmUp(): void {
    if (this.warm || this.retired) return;
    this.warm = this.open();
    this.warm.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.retired = true;
    // Not `browser.close()`, which logs that the answer was cut off by the very end it asked for.
    await this.connection.send("Browser.close").catch(() => undefined);
    await this.browser.disconnect();
  }

  private open(): Promise<Tab> {
    const { browser, connection, policy, gone } = this;
    return openTab({ browser, connection, policy, gone, userAgent: desktopUserAgent(this.userAgent) });
  }
}
