/** Opens the address and waits until its document stands: the one place that says what is no page. */
import { LIMITS } from "#contract/limits.ts";
import type { Tab } from "../browser/tab.ts";
import { type Budget, type Journal, orFault } from "../budget.ts";
import { PageFault } from "../page-fault.ts";
import { Documents, RESERVE_MS } from "./documents.ts";
import { codeOfNetError } from "./net-errors.ts";

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
  const load = () => navigate(tab, url, budget);
  const documents = new Documents(tab, load);
  const first = await journal.time("navigate", load);
  if (first) return first;
  const settle = async (): Promise<Opened> => {
    await journal.time("load", () => documents.settle(budget, journal));
    const pdf = asPdf(tab);
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
