/** Waits for what a page's scripts get after the load event: by requests, over sockets, from workers. */
import { z } from "zod";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import { type Budget, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import type { Tab } from "../tab/tab.ts";
import type { Pending } from "../tab/traffic.ts";
import { hangs } from "./hanging.ts";
import showsLoadingInPage from "./shows-loading.in-page.js";

/** Least time that the capture needs. */
export const RESERVE_MS = 5_000;
/** The longest wait for all requests of scripts and for one of them, and the quiet time that ends it. */
export const REQUESTS = { totalMs: 4_000, oneMs: 3_000, quietMs: 100 };
/** Time after which the effect of what has come is visible. */
const EFFECT_MS = 250;
/**
 * While the page shows that it is loading: the longest wait for data, and for the next request after the last one, how often
 * it is looked at, and the longest time for a look.
 */
const LOADING = { totalMs: 10_000, nextMs: 3_000, stepMs: 200, lookMs: 1_000 };

export class ScriptData {
  private readonly tab: Tab;
  private readonly wholePage: boolean;
  private readonly budget: Budget;
  private readonly journal: Journal;
  private waitMs = REQUESTS.totalMs;
  private loadingMs = LOADING.totalMs;
  /** The page still showed that it is loading when the wait ended. */
  private isLoading = false;

  /** `wholePage`: the result shows more than the window. */
  constructor(tab: Tab, wholePage: boolean, budget: Budget, journal: Journal) {
    this.tab = tab;
    this.wholePage = wholePage;
    this.budget = budget;
    this.journal = journal;
  }

  /** Whether something that a script waited for has come since then, Unix ms, so late that the page may not show it yet. */
  hasJustCome(since = 0): boolean {
    return this.tab.traffic.servedAt >= Math.max(since, Date.now() - EFFECT_MS);
  }

  /** Whether requests are open that are waited for, or a socket has just been opened. */
  isExpected(): boolean {
    const { traffic } = this.tab;
    return traffic.open(REQUESTS.oneMs).length > 0 || traffic.sockets.areAwaited;
  }

  /** Waits until the data is there. False if the page waited for none. */
  async wait(): Promise<boolean> {
    const { traffic } = this.tab;
    // The look at the page waits for its images. If it misses one, such as a background, another round follows.
    const isOwn = traffic.open(REQUESTS.oneMs).every(({ ownImage }) => ownImage);
    const isAwaited = !isOwn || traffic.sockets.areAwaited;
    if (!isAwaited && !this.mayCome()) return false;
    return this.journal.time("data", async () => {
      if (isAwaited) await this.whileRequesting();
      return (await this.whileLoading()) || isAwaited;
    });
  }

  /** Warns about data that has not come. */
  warn(): void {
    const before = Date.now() - REQUESTS.oneMs;
    const late = this.requested().filter(
      (one) => one.startedAt < before && (!one.hasResponse || this.isReceived(one)),
    );
    for (const { url } of late)
      this.journal.warn({
        code: "data_late",
        message: "A request of the page's scripts had no complete response yet.",
        url,
      });
    if (this.isLoading && late.length === 0)
      this.journal.warn({ code: "data_late", message: "The page still showed that it was loading." });
  }

  /**
   * Whether more may come: scripts are still getting something, may ask again soon for what is not done yet, or draw what the code
   * that has come is for. React draws a large page in slices, and shows nothing of it before its end.
   */
  private mayCome(): boolean {
    const { traffic } = this.tab;
    return traffic.mayBring || Math.max(traffic.servedAt, traffic.preloadedAt) > Date.now() - LOADING.nextMs;
  }

  /** Open requests for data without a response. A script's has a warning of its own. */
  private withoutResponse() {
    return this.requested().filter(({ hasResponse }) => !hasResponse);
  }

  private requested() {
    return this.tab.traffic.awaited().filter(({ type }) => type !== "Script");
  }

  private async whileRequesting(): Promise<void> {
    const from = Date.now();
    const ms = this.budget.share(this.waitMs, RESERVE_MS);
    await this.tab.traffic.quiet(ms, REQUESTS.quietMs, REQUESTS.oneMs);
    this.waitMs -= Date.now() - from;
  }

  /** Whether requests that have to wait for others of their server may still get their turn. */
  private isQueued(): boolean {
    const { traffic } = this.tab;
    return this.withoutResponse().some((one) => one.queued && !traffic.isSilent(one, REQUESTS.oneMs));
  }

  /** Whether a response that will end is coming in. A script may also leave it unread: then nothing more comes. */
  private isReceived(one: Pending): boolean {
    return one.ends && !this.tab.traffic.isSilent(one, REQUESTS.oneMs);
  }

  /** Whether data is coming in, or code that a script has imported may still come. */
  private isArriving(): boolean {
    const { traffic } = this.tab;
    return traffic
      .awaited()
      .some((one) => (one.type === "Script" ? !hangs(one, traffic) : this.isReceived(one)));
  }

  /** False if the page did not show that it is loading, no requests are queued, and nothing is arriving. */
  private async whileLoading(): Promise<boolean> {
    const from = Date.now();
    const endsAt = from + this.budget.share(this.loadingMs, RESERVE_MS);
    let hasWaited = false;
    this.isLoading = false;
    while (this.mayCome() && (this.isQueued() || this.isArriving() || (await this.showsLoading()))) {
      this.isLoading = Date.now() >= endsAt;
      if (this.isLoading) break;
      await new Promise((resolve) => setTimeout(resolve, LOADING.stepMs));
      hasWaited = true;
    }
    this.loadingMs -= Date.now() - from;
    return hasWaited;
  }

  /** Whether the page shows that it is loading, or a frame in it that waits for a response. */
  private async showsLoading(): Promise<boolean> {
    const { cdpSession, frames } = this.tab;
    const late = this.withoutResponse();
    const ofPage = this.ask(call(showsLoadingInPage, late.length > 0, this.wholePage), cdpSession);
    const waiting = frames.all().filter(({ id }) => late.some(({ frameId }) => frameId === id));
    // Advertisements are frames without words.
    const ofFrames = waiting.map((frame) =>
      this.ask(call(showsLoadingInPage, false, false), frame.cdpSession, frame.realm),
    );
    return (await Promise.all([ofPage, ...ofFrames])).some(Boolean);
  }

  private ask(expression: string, cdpSession: CDPSession, realm?: string): Promise<boolean> {
    const shows = evaluate(cdpSession, expression, z.boolean(), realm).catch(() => false);
    return within(shows, LOADING.lookMs, () => false);
  }
}
