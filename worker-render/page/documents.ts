/** Follows the main frame through its documents until one has loaded and no further one is on its way. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { ignore } from "../devtools/commands.ts";
import { type CDPEvents, NOWHERE } from "../devtools/devtools.ts";
import { evaluate } from "../devtools/in-page.ts";
import { type Budget, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { TOO_LATE } from "../guard/guard-tab.ts";
import type { Tab } from "../tab/tab.ts";
import type { Pending } from "../tab/traffic.ts";
import { hangs, type Patience, SILENT_MS } from "./hanging.ts";
import { faultOfNetError } from "./net-errors.ts";

/** Least time that the phases after the navigation need. */
export const RESERVE_MS = 6_000;
/** Longest wait for the resources of a document. The document itself has the whole budget. */
const LOAD_MS = 10_000;
/** The same, while some of them arrive. */
const ARRIVING_MS = 18_000;
/** More documents that replace each other are a redirect loop. */
const MAX_DOCUMENTS = 8;
/** A page that leads to another one within this time has nothing else to show. Those that show something refresh later. */
const REFRESH_S = 5;
/** Longest time from the end of the wait of a refresh to its request. */
const REFRESH_DELAY_MS = 500;
const MAX_REFRESHES = 3;
/** Errors without a reason: a process of the browser has ended. */
const OWN_FAILURE = /ERR_(?:FAILED|ABORTED)$/;
const CHECK_MS = 250;
/**
 * Whether the page shows at most a few words, such as "Loading". A script in the head that hangs is most often a counter: the body begins
 * after it.
 */
const IS_EMPTY = "document.body !== null && document.body.innerText.trim().length < 30";

export interface LoadRules {
  /** Waits for a resource that hangs while the budget allows, and does not leave it out after a few seconds. */
  patient: boolean;
  /** Accepts a document that is not complete at the end of the budget, with the warning `page_partial`. */
  partial: boolean;
}

export class Documents {
  private readonly tab: Tab;
  private readonly rules: LoadRules;
  /** Loads the page from its address again. */
  private readonly load: () => Promise<unknown>;
  /** Number of documents so far. */
  private started = 0;
  /** Documents before this number do not count as a loop. */
  private countedFrom = 0;
  /** Id of the request of the main frame's document, until its last byte has arrived. */
  private arriving: string | null = null;
  /** When that request was sent, Unix ms. */
  private requestedAt = 0;
  private parsed = false;
  private loaded = false;
  /** The frame has stopped loading, maybe before the load event. */
  private stopped = false;
  /**
   * A part of the newest document is missing because it ended before its load event: its script stopped it, or led to an app or a
   * download meanwhile.
   */
  isStopped = false;
  /** A request of the newest document was canceled. */
  private canceled = false;
  /** Value of `started` when a document had last loaded. */
  private settled = 0;
  /** Chromium's error, if the newest document did not arrive, or not to its end. */
  private failure: string | null = null;
  /** A script or a refresh has requested another document. */
  private leaving = false;
  /** When the document will request another one that has not been shown, Unix ms; null if it will not. */
  private refreshesAt: number | null = null;
  private refreshes = 0;
  private readonly shown = new Set<string>();
  /** The page loads more than the limits allow, and loading was stopped. */
  cut = false;
  /** The page was loaded again without resources that hung. Further ones of its own site get no more time than others. */
  private isReloaded = false;
  /** The page still shows nothing: its scripts make it, from whatever site they come. */
  private isEmpty = false;
  /** Number of requests of the newest document and its frames. */
  requests = 0;
  private readonly blocked = new Set<string>();
  private wake: () => void = () => undefined;

  constructor(tab: Tab, rules: LoadRules, load: () => Promise<unknown>) {
    this.tab = tab;
    this.rules = rules;
    this.load = load;
    const { cdpSession, targetId } = tab;
    cdpSession.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id === targetId && frame.url !== NOWHERE) this.begin(frame.url);
    });
    cdpSession.on("Page.frameScheduledNavigation", ({ frameId, delay, url }) => {
      if (frameId !== targetId || delay > REFRESH_S || this.shown.has(withoutFragment(url))) return;
      this.refreshesAt = Date.now() + delay * 1_000;
    });
    cdpSession.on("Network.requestWillBeSent", (event) => this.request(event));
    cdpSession.on("Network.loadingFinished", ({ requestId }) => this.arrived(requestId));
    cdpSession.on("Network.loadingFailed", ({ requestId, errorText, canceled = false }) => {
      // Another document cancels this one, unless there has been none. Then its process ended before it began, which Chromium
      // does not report as a crash of the tab.
      const isUnseen = this.started === 0 && tab.traffic.documentResponse?.requestId === requestId;
      if (requestId === this.arriving && (!canceled || isUnseen)) this.failure = errorText;
      if (requestId !== this.arriving && canceled) this.canceled = true;
      this.arrived(requestId);
    });
    cdpSession.on("Page.domContentEventFired", () => {
      this.parsed = true;
      this.wake();
    });
    cdpSession.on("Page.loadEventFired", () => {
      // The empty page before the first document also fires this event.
      this.loaded = this.started > 0;
      this.wake();
    });
    cdpSession.on("Page.frameRequestedNavigation", ({ frameId, disposition }) => {
      if (frameId === targetId && disposition === "currentTab") this.leaving = true;
    });
    cdpSession.on("Page.frameStoppedLoading", ({ frameId }) => {
      if (frameId !== targetId) return;
      this.leaving = false;
      this.arriving = null;
      this.stopped = true;
      this.wake();
    });
  }

  /** Whether another document has begun since one had loaded. */
  get isReplaced(): boolean {
    return this.started !== this.settled;
  }

  /**
   * Resolves when a document has loaded.
   * @throws PageFault `page_timeout` when it was not parsed in time, `redirect_loop` when documents keep replacing each other,
   *   the code of a network error when it did not arrive to its end
   */
  async settle(budget: Budget, journal: Journal): Promise<void> {
    const { traffic } = this.tab;
    traffic.onBytes = () => this.limit(journal);
    let from = Date.now();
    let seen = this.started;
    while ((!this.loaded || this.leaving) && !this.cut && this.failure === null) {
      if (this.started - this.countedFrom > MAX_DOCUMENTS) throw new PageFault("redirect_loop", "navigating");
      if (this.started !== seen) {
        seen = this.started;
        from = Date.now();
      }
      if (this.stopped && (await this.hasEnded())) {
        this.isStopped = this.canceled || !this.parsed;
        break;
      }
      if (this.arriving === null) {
        if (this.hasSilentScript()) this.isEmpty = await this.readIsEmpty();
        const isLate = Date.now() >= from + this.loadMs();
        if (this.parsed && (isLate || this.isSilent())) {
          await this.stop(journal);
          break;
        }
        if (!this.parsed && (await this.reloadWithout(isLate, journal))) {
          from = Date.now();
          continue;
        }
      }
      const leftMs = budget.share(CHECK_MS, RESERVE_MS);
      if (leftMs === 0) {
        await this.refusePartial(journal);
        await this.stop(journal);
        break;
      }
      await this.change(leftMs);
    }
    traffic.onBytes = null;
    if (this.failure !== null) await this.refuseBroken(this.failure, journal);
    else this.refusePart(journal);
    // A document that began before the guard was active is never reported.
    if (this.started === 0) throw new Error(TOO_LATE);
    this.settled = this.started;
  }

  /** True as soon as another document is requested, false after `ms`. That document does not count as a redirect loop. */
  async replaced(ms: number): Promise<boolean> {
    const { started } = this;
    this.countedFrom = started;
    const endsAt = Date.now() + ms;
    while (this.started === started && this.arriving === null && Date.now() < endsAt) {
      await this.change(Math.min(CHECK_MS, endsAt - Date.now()));
    }
    return this.started !== started || this.arriving !== null;
  }

  /**
   * Waits for a document that is about to refresh: true as soon as the next one is requested, false if none is, or `ms` is short.
   * @param leavesInMs when a timer of its scripts leads to another one, or null
   */
  async refreshed(ms: number, leavesInMs: number | null): Promise<boolean> {
    const refreshesInMs = this.refreshesAt === null ? leavesInMs : this.refreshesAt - Date.now();
    if (refreshesInMs === null || this.refreshes === MAX_REFRESHES) return false;
    const waitMs = Math.max(0, refreshesInMs) + REFRESH_DELAY_MS;
    this.refreshesAt = null;
    this.refreshes += 1;
    return waitMs <= ms && (await this.replaced(waitMs));
  }

  private begin(url: string): void {
    this.shown.add(withoutFragment(url));
    this.refreshesAt = null;
    this.started += 1;
    this.parsed = false;
    this.loaded = false;
    this.leaving = false;
    this.stopped = false;
    this.isStopped = false;
    this.canceled = false;
    this.isEmpty = false;
    this.wake();
  }

  private request(event: CDPEvents["Network.requestWillBeSent"]): void {
    const { requestId, loaderId, frameId, type, redirectResponse, request } = event;
    if (!redirectResponse && /^https?:/.test(request.url)) this.requests += 1;
    if (type !== "Document" || frameId !== this.tab.targetId || requestId !== loaderId) return;
    this.requests = 1;
    this.arriving = requestId;
    this.failure = null;
    this.stopped = false;
    this.requestedAt = Date.now();
    this.wake();
  }

  /** Requests that the newest document waits for. Older ones do not count: for some of them no end is ever reported. */
  private pending() {
    return this.tab.traffic.blocking().filter(({ startedAt }) => startedAt >= this.requestedAt);
  }

  /** How long the newest document's resources are waited for. */
  private loadMs(): number {
    if (this.rules.patient) return LIMITS.renderBudgetMs;
    const { traffic } = this.tab;
    const hasEnded = traffic.changedAt > Date.now() - SILENT_MS;
    const isArriving = hasEnded || this.pending().some((one) => !traffic.isSilent(one, SILENT_MS));
    return isArriving ? ARRIVING_MS : LOAD_MS;
  }

  private get patience(): Patience {
    if (this.isReloaded) return "none";
    return this.isEmpty ? "each" : "own";
  }

  /** Whether a script would be left out now that may be the one that makes the page. */
  private hasSilentScript(): boolean {
    if (this.isReloaded) return false;
    return this.pending().some((one) => one.type === "Script" && hangs(one, this.tab.traffic));
  }

  /** Whether all that the newest document waits for hangs, and nothing of what its scripts have requested may still come. */
  private isSilent(): boolean {
    if (this.rules.patient) return false;
    const { traffic } = this.tab;
    // To stop a document would cancel them.
    if (traffic.awaited().some((one) => !hangs(one, traffic, this.patience))) return false;
    const pending = this.pending();
    if (pending.length === 0) return Math.max(traffic.changedAt, this.requestedAt) < Date.now() - SILENT_MS;
    return pending.every((one) => hangs(one, traffic, this.patience));
  }

  private arrived(requestId: string): void {
    if (requestId !== this.arriving) return;
    this.arriving = null;
    this.wake();
  }

  private limit(journal: Journal): void {
    const { traffic, cdpSession } = this.tab;
    const { all, documents } = traffic.bytes;
    if (all <= LIMITS.pageBytes && documents <= LIMITS.documentBytes) return;
    traffic.onBytes = null;
    journal.warn({
      code: "page_cut",
      message: "The page loads more than the allowed amount of data. The rest was left out.",
    });
    const stopped = () => {
      this.cut = true;
      this.wake();
    };
    cdpSession.send("Page.stopLoading").then(stopped, ignore);
  }

  /**
   * Loads the page again without the scripts and style sheets that hang: each blocks the parser for good, and DevTools cannot
   * cancel a single request. The next round may find further ones, which these had blocked. Returns false if none hangs.
   */
  private async reloadWithout(isLate: boolean, journal: Journal): Promise<boolean> {
    const isHanging = (one: Pending) => !this.rules.patient && hangs(one, this.tab.traffic, this.patience);
    const hanging = this.pending().filter(
      (one) => /^(Script|Stylesheet)$/.test(one.type) && (isLate || isHanging(one)),
    );
    if (hanging.length === 0) return false;
    for (const { url } of hanging) {
      this.leaveOut(url, journal);
      for (const pattern of patternsOf(url)) this.blocked.add(pattern);
    }
    await this.tab.cdpSession.send("Network.setBlockedURLs", { urls: [...this.blocked] });
    this.countedFrom = this.started;
    this.isReloaded = true;
    await this.load();
    return true;
  }

  private readIsEmpty(): Promise<boolean> {
    const isEmpty = evaluate(this.tab.cdpSession, IS_EMPTY, z.boolean()).catch(() => false);
    return within(isEmpty, CHECK_MS, () => false);
  }

  private readyState(): Promise<string> {
    const state = evaluate(this.tab.cdpSession, "document.readyState", z.string()).catch(() => "loading");
    return within(state, CHECK_MS, () => "loading");
  }

  /** Whether nothing more of the document will come, although there was no load event. */
  private async hasEnded(): Promise<boolean> {
    return this.started > 0 && (await this.readyState()) === "complete" && !this.loaded;
  }

  /** Decides about a document that did not arrive to its end. One with an error status is judged by its status. */
  private async refuseBroken(failure: string, journal: Journal): Promise<void> {
    const { status = 0 } = this.tab.traffic.documentResponse ?? {};
    if (OWN_FAILURE.test(failure)) throw new PageFault("page_crashed", "navigating");
    if (status >= 400) return;
    const fault = faultOfNetError(failure);
    // Without a status, Chromium shows a page of its own.
    if (!this.rules.partial || status === 0) throw fault;
    journal.warn({ code: "page_partial", message: fault.message });
    await this.stop(journal);
  }

  /** Decides about a document of which its server has sent a part. */
  private refusePart(journal: Journal): void {
    if (!this.isPart() && !this.tab.traffic.isDocumentShort) return;
    const message = "The page's server sent only a part of the page.";
    if (!this.rules.partial) throw new PageFault("connection_failed", "navigating", message);
    journal.warn({ code: "page_partial", message });
  }

  /** Whether the server calls the document a part (RFC 9110, 15.3.7). No document is requested in parts. */
  private isPart(): boolean {
    const { status, headers } = this.tab.traffic.documentResponse ?? {};
    const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers?.["content-range"] ?? "") ?? [];
    if (status !== 206 || size === undefined) return false;
    return Number(from) !== 0 || Number(to) + 1 !== Number(size);
  }

  /** Decides about a document that is not parsed to its end. Called when the budget is over. */
  private async refusePartial(journal: Journal): Promise<void> {
    if (this.arriving === null && (await this.readyState()) !== "loading") return;
    const message = "The page did not load completely in time.";
    if (!this.rules.partial || this.started === 0) throw new PageFault("page_timeout", "navigating", message);
    journal.warn({ code: "page_partial", message });
  }

  /** Stops loading and leaves out the resources that have not arrived. */
  private async stop(journal: Journal): Promise<void> {
    for (const { url } of this.pending()) this.leaveOut(url, journal);
    const stopped = this.tab.cdpSession.send("Page.stopLoading").then(() => undefined);
    await within(stopped, SILENT_MS, () => undefined);
  }

  /** Adds the warning `resource_slow`. */
  leaveOut(url: string, journal: Journal): void {
    this.tab.traffic.slow.add(url);
    const message = "A resource did not load in time and was left out.";
    journal.warn({ code: "resource_slow", message, url });
  }

  private change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const withoutFragment = (url: string) => url.replace(/#.*/s, "");

/** Patterns for the address with any query, because many queries contain a random number. */
function patternsOf(url: string): string[] {
  const { origin, pathname } = new URL(url);
  return [origin + pathname, `${origin}${pathname}?*`];
}
