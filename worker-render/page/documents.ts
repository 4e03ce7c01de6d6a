/** Follows the main frame from document to document until one has loaded and nothing more is on its way. */
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

/** What the phases after the navigation need at least. */
export const RESERVE_MS = 6_000;
/** A request of which nothing is heard for this long hangs. */
const SILENT_MS = 3_000;
/** Longest wait for what a parsed document loads. The document itself has the whole budget. */
const LOAD_MS = 10_000;
/** Documents that replace each other before we call it a loop. */
const MAX_DOCUMENTS = 8;
const LOOK_MS = 250;

export class Documents {
  private readonly tab: Tab;
  /** Loads the page from its address. */
  private readonly load: () => Promise<unknown>;
  private started = 0;
  /** Documents before this one are not part of a loop: we have loaded the page again. */
  private countedFrom = 0;
  /** The request of the main frame's document, until its last byte is here. */
  private arriving: string | null = null;
  /** When it was sent. */
  private askedAt = 0;
  private parsed = false;
  private loaded = false;
  /** A script or a refresh has asked for another document. */
  private leaving = false;
  /** The page loads more than may be loaded; what had come by then stands. */
  cut = false;
  /** Addresses of what was left out because it did not arrive in time. */
  readonly slow = new Set<string>();
  /** Requests of the newest document and its frames. */
  requests = 0;
  private readonly blocked = new Set<string>();
  private wake: () => void = () => undefined;

  constructor(tab: Tab, load: () => Promise<unknown>) {
    this.tab = tab;
    this.load = load;
    const { cdpSession, targetId } = tab;
    cdpSession.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id === targetId && frame.url !== NOWHERE) this.begin();
    });
    cdpSession.on("Network.requestWillBeSent", (event) => this.request(event));
    cdpSession.on("Network.loadingFinished", ({ requestId }) => this.arrived(requestId));
    cdpSession.on("Network.loadingFailed", ({ requestId }) => this.arrived(requestId));
    cdpSession.on("Page.domContentEventFired", () => {
      this.parsed = true;
      this.wake();
    });
    cdpSession.on("Page.loadEventFired", () => {
      // Not that of the empty page before the first.
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
      this.wake();
    });
  }

  /** Resolves when a document has loaded. Throws `page_timeout` when its text does not arrive, or cannot be parsed, in time. */
  async settle(budget: Budget, journal: Journal): Promise<void> {
    const { traffic } = this.tab;
    traffic.onBytes = () => this.limit(journal);
    const loadMs = () => budget.share(LOAD_MS, RESERVE_MS);
    let endsAt = Date.now() + loadMs();
    let seen = this.started;
    while ((!this.loaded || this.leaving) && !this.cut) {
      if (this.started - this.countedFrom > MAX_DOCUMENTS) throw new PageFault("redirect_loop", "navigating");
      if (this.started !== seen) {
        seen = this.started;
        endsAt = Date.now() + loadMs();
      }
      if (this.arriving === null) {
        const isLate = Date.now() >= endsAt;
        if (this.parsed && (isLate || this.isSilent())) {
          await this.stop(journal);
          break;
        }
        if (!this.parsed && (await this.without(isLate, journal))) {
          endsAt = Date.now() + loadMs();
          continue;
        }
      }
      const leftMs = loadMs();
      if (leftMs === 0) {
        await this.refuseHalf();
        await this.stop(journal);
        break;
      }
      await this.change(Math.min(LOOK_MS, leftMs));
    }
    traffic.onBytes = null;
    // The news of a document that began before the guard stood never comes.
    if (this.started === 0) throw new Error(TOO_LATE);
  }

  /** True once another document has begun, or is asked for, within `ms`. It is not part of a loop. */
  async replaced(ms: number): Promise<boolean> {
    const { started } = this;
    this.countedFrom = started;
    const endsAt = Date.now() + ms;
    while (this.started === started && this.arriving === null && Date.now() < endsAt) {
      await this.change(Math.min(LOOK_MS, endsAt - Date.now()));
    }
    return this.started !== started || this.arriving !== null;
  }

  private begin(): void {
    this.started += 1;
    this.parsed = false;
    this.loaded = false;
    this.leaving = false;
    this.wake();
  }

  private request(event: CDPEvents["Network.requestWillBeSent"]): void {
    const { requestId, loaderId, frameId, type, redirectResponse, request } = event;
    if (!redirectResponse && /^https?:/.test(request.url)) this.requests += 1;
    if (type !== "Document" || frameId !== this.tab.targetId || requestId !== loaderId) return;
    this.requests = 1;
    this.arriving = requestId;
    this.askedAt = Date.now();
    this.wake();
  }

  /** What keeps the newest document from loading. Nothing is heard of the end of some that an older one had sent. */
  private pending() {
    return this.tab.traffic.blocking().filter(({ startedAt }) => startedAt >= this.askedAt);
  }

  private isSilent(): boolean {
    const since = Date.now() - SILENT_MS;
    const pending = this.pending();
    if (pending.length === 0) return Math.max(this.tab.traffic.changedAt, this.askedAt) < since;
    return pending.every(({ heardAt }) => heardAt < since);
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
   * A script or style sheet that never arrives holds the parser for good, and no command ends one request: the page is
   * loaded again without it. Each round may find another, which the last one had kept from being asked for.
   */
  private async without(isLate: boolean, journal: Journal): Promise<boolean> {
    const since = Date.now() - SILENT_MS;
    const hanging = this.pending().filter(
      ({ type, heardAt }) => /^(Script|Stylesheet)$/.test(type) && (isLate || heardAt < since),
    );
    if (hanging.length === 0) return false;
    for (const { url } of hanging) {
      this.leaveOut(url, journal);
      for (const pattern of patternsOf(url)) this.blocked.add(pattern);
    }
    await this.tab.cdpSession.send("Network.setBlockedURLs", { urls: [...this.blocked] });
    this.countedFrom = this.started;
    await this.load();
    return true;
  }

  /** The budget is over: a document that has not been parsed to its end is not sold. */
  private async refuseHalf(): Promise<void> {
    const state = evaluate(this.tab.cdpSession, "document.readyState", z.string()).catch(() => "loading");
    const whole = this.arriving === null && (await within(state, LOOK_MS, () => "loading")) !== "loading";
    if (!whole)
      throw new PageFault("page_timeout", "navigating", "The page did not load completely in time.");
  }

  /** Continues with what is there: drops the requests that keep the page from loading. */
  private async stop(journal: Journal): Promise<void> {
    for (const { url } of this.pending()) this.leaveOut(url, journal);
    const stopped = this.tab.cdpSession.send("Page.stopLoading").then(() => undefined);
    await within(stopped, SILENT_MS, () => undefined);
  }

  leaveOut(url: string, journal: Journal): void {
    this.slow.add(url);
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

/** The address with any query: many carry a random number that differs from load to load. */
function patternsOf(url: string): string[] {
  const { origin, pathname } = new URL(url);
  return [origin + pathname, `${origin}${pathname}?*`];
}
