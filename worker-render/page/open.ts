/** Opens the address and waits until its document stands: the one place that says what is no page. */
import type { JobWarning } from "#contract/job-view.ts";
import { LIMITS } from "#contract/limits.ts";
import { NOWHERE } from "../browser/devtools.ts";
import type { Tab } from "../browser/tab.ts";
import { type Budget, type Journal, orFault, within } from "../budget.ts";
import { TOO_LATE } from "../guard/guard-tab.ts";
import { PageFault } from "../page-fault.ts";
import { codeOfNetError } from "./net-errors.ts";

/** What the phases after the navigation need at least. */
const RESERVE_MS = 6_000;
/** A request of which nothing is heard for this long hangs. */
const SILENT_MS = 3_000;
/** Longest wait for the load event once the document has begun. */
const LOAD_MS = 10_000;
/** Documents that replace each other before we call it a loop. */
const MOST_DOCUMENTS = 8;
const LOOK_MS = 250;

export interface Pdf {
  /** A document that the tab cannot show, but that may be a result as it is. */
  kind: "pdf";
  url: string;
}

export interface OpenedPage {
  kind: "page";
  /** Waits for the document that has replaced this one. */
  again(): Promise<Opened>;
}

export type Opened = Pdf | OpenedPage;

const PDF = /^application\/(x-)?pdf$/;

/** Navigates the tab. Throws a PageFault for whatever is not a page (or a PDF), after redirects of every kind. */
export async function openPage(tab: Tab, url: string, budget: Budget, journal: Journal): Promise<Opened> {
  const documents = new Documents(tab);
  const first = await journal.time("navigate", () => navigate(tab, url, budget));
  if (first) return first;
  const settle = async (): Promise<Opened> => {
    const pdf = await journal.time("load", () => documents.settle(url, budget, journal));
    if (pdf) return pdf;
    refuseErrors(tab);
    return { kind: "page", again: settle };
  };
  return settle();
}

async function navigate(tab: Tab, url: string, budget: Budget): Promise<Pdf | null> {
  const { errorText } = await orFault(
    tab.navigate(url),
    budget.share(LIMITS.renderBudgetMs, RESERVE_MS),
    "page_timeout",
    "navigating",
  );
  return errorText ? notShown(tab, errorText) : asPdf(tab);
}

/** The tab shows nothing of what was answered: a download, no content, or no answer at all. */
function notShown(tab: Tab, errorText: string): Pdf {
  const { answer } = tab.traffic;
  if (answer && answer.status >= 400) throw httpFault(answer.status);
  if (!/ERR_ABORTED/.test(errorText)) throw new PageFault(codeOfNetError(errorText), "navigating");
  const pdf = asPdf(tab);
  if (pdf) return pdf;
  if (answer?.status === 204 || answer?.status === 205) throw new PageFault("empty_page", "navigating");
  throw new PageFault("not_a_page", "navigating");
}

/** Full Chromium shows a PDF in its viewer, the headless shell downloads it: neither is the document. */
function asPdf({ traffic: { answer } }: Tab): Pdf | null {
  if (!answer || answer.status >= 400 || !PDF.test(answer.mimeType)) return null;
  return { kind: "pdf", url: answer.url };
}

function refuseErrors({ traffic: { answer } }: Tab): void {
  if (answer && answer.status >= 400) throw httpFault(answer.status);
}

function httpFault(status: number): PageFault {
  return new PageFault("http_error", "navigating", `The page answered with the error status ${status}.`);
}

/** Follows the main frame from document to document until one has loaded and nothing more is on its way. */
class Documents {
  private readonly tab: Tab;
  private started = 0;
  private interactive = false;
  private loaded = false;
  /** A script or a refresh has asked for another document. */
  private leaving = false;
  private wake: () => void = () => undefined;

  constructor(tab: Tab) {
    this.tab = tab;
    const { session, targetId } = tab;
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id !== targetId || frame.url === NOWHERE) return;
      this.started += 1;
      this.interactive = false;
      this.loaded = false;
      this.leaving = false;
      this.wake();
    });
    session.on("Page.domContentEventFired", () => {
      this.interactive = true;
      this.wake();
    });
    session.on("Page.loadEventFired", () => {
      // Not that of the empty page before the first.
      this.loaded = this.started > 0;
      this.wake();
    });
    session.on("Page.frameRequestedNavigation", ({ frameId, disposition }) => {
      if (frameId === targetId && disposition === "currentTab") this.leaving = true;
    });
    session.on("Page.frameStoppedLoading", ({ frameId }) => {
      if (frameId === targetId) this.leaving = false;
      this.wake();
    });
  }

  async settle(url: string, budget: Budget, journal: Journal): Promise<Pdf | null> {
    const { tab } = this;
    tab.traffic.onBytes = () => {
      const { all, documents } = tab.traffic.bytes;
      if (all <= LIMITS.pageBytes && documents <= LIMITS.documentBytes) return;
      tab.traffic.onBytes = null;
      journal.warn({
        code: "page_cut",
        message: "The page loads more than may be loaded; the rest was left out.",
      });
      tab.session.send("Page.stopLoading").catch(() => undefined);
    };
    let endsAt = Date.now() + budget.share(LOAD_MS, RESERVE_MS);
    let seen = this.started;
    let retried = false;
    while (!this.loaded || this.leaving) {
      if (this.started > MOST_DOCUMENTS) throw new PageFault("redirect_loop", "navigating");
      if (this.started !== seen) {
        seen = this.started;
        endsAt = Date.now() + budget.share(LOAD_MS, RESERVE_MS);
      }
      const now = Date.now();
      if (now >= endsAt || tab.traffic.stalled(SILENT_MS)) {
        if (!this.interactive && !retried && (await this.without(url, budget, journal))) {
          retried = true;
          endsAt = Date.now() + budget.share(LOAD_MS, RESERVE_MS);
          continue;
        }
        await this.stop(journal);
        break;
      }
      await this.change(Math.min(LOOK_MS, endsAt - now));
    }
    tab.traffic.onBytes = null;
    // Whoever is not told of a document's beginning is too late for it.
    if (this.started === 0) throw new Error(TOO_LATE);
    return asPdf(tab);
  }

  /** A script that never arrives stops the parser for good: loads the page once more without what hangs. */
  private async without(url: string, budget: Budget, journal: Journal): Promise<boolean> {
    const hanging = this.tab.traffic
      .blocking()
      .filter(({ type }) => type === "Script" || type === "Stylesheet");
    if (hanging.length === 0) return false;
    for (const one of hanging) journal.warn(leftOut(one.url));
    await this.tab.session.send("Network.setBlockedURLs", { urls: hanging.map((one) => one.url) });
    await navigate(this.tab, url, budget);
    return true;
  }

  /** Goes on with what is there: drops the requests that keep the page from loading. */
  private async stop(journal: Journal): Promise<void> {
    for (const one of this.tab.traffic.blocking()) journal.warn(leftOut(one.url));
    await within(
      this.tab.session.send("Page.stopLoading").then(() => undefined),
      SILENT_MS,
      () => undefined,
    );
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

export function leftOut(url: string): JobWarning {
  return { code: "resource_slow", message: "A resource did not arrive in time and was left out.", url };
}
