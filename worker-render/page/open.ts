/** Opens the address and waits until its document stands: the one place that says what is no page. */
import { LIMITS } from "#contract/limits.ts";
import { evaluate } from "../devtools/in-page.ts";
import { type Budget, orFault, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Tab } from "../tab/tab.ts";
import { PDF_TYPE } from "../tab/traffic.ts";
import { Documents, RESERVE_MS } from "./documents.ts";
import { codeOfNetError } from "./net-errors.ts";
import { READ_SIGNS, Signs, type Wall, wallOf } from "./walls.ts";

/** A bot check that passes by itself does so in this time. */
const CHECK_MS = 12_000;
/** Longest wait for the signs of an error page. */
const SIGNS_MS = 1_000;

export interface Pdf {
  /** A document that the tab cannot show, but that may be a result as it is. */
  kind: "pdf";
  url: string;
}

export interface OpenedPage {
  kind: "page";
  /** What the site shows in the place of the page, by the document's signs; null for a page. */
  wall(signs: Signs): Wall | null;
  /** Whether the wall is a bot check that still has time to pass by itself. */
  mayPass(wall: Wall): boolean;
  /** Waits for the wall to give way: true once another document is on its way. */
  replaced(): Promise<boolean>;
  /** Waits for the document that has replaced this one. */
  again(): Promise<Opened>;
  documents: Pick<Documents, "cut" | "requests" | "slow" | "leaveOut">;
}

export type Opened = Pdf | OpenedPage;

/** Navigates the tab. Throws a PageFault for whatever is not a page (or a PDF), after redirects of every kind. */
export async function openPage(tab: Tab, url: string, budget: Budget, journal: Journal): Promise<Opened> {
  const load = () => navigate(tab, url, budget);
  const documents = new Documents(tab, load);
  const first = await journal.time("navigate", load);
  if (first) return first;
  const wall = (signs: Signs) => wallOf(url, tab.traffic.documentResponse, signs);
  let checkedAt: number | null = null;
  const checkMs = () => {
    checkedAt ??= Date.now();
    return budget.share(checkedAt + CHECK_MS - Date.now(), RESERVE_MS);
  };
  const mayPass = ({ code }: Wall) => code === "bot_challenge" && checkMs() > 0;
  const replaced = () => journal.time("check", () => documents.replaced(checkMs()));
  const settle = async (): Promise<Opened> => {
    await journal.time("load", () => documents.settle(budget, journal));
    const pdf = asPdf(tab);
    if (pdf) return pdf;
    const status = tab.traffic.documentResponse?.status ?? 0;
    if (status < 400) return { kind: "page", wall, mayPass, replaced, again: settle, documents };
    const found = wall(await readSigns(tab));
    if (found && mayPass(found) && (await replaced())) return settle();
    throw faultOf(found, status);
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
  return errorText ? notShown(tab, url, errorText) : asPdf(tab);
}

/** The tab shows nothing of what was answered: a download, no content, or no answer at all. */
function notShown(tab: Tab, url: string, errorText: string): Pdf {
  const { documentResponse: response } = tab.traffic;
  if (response && response.status >= 400) throw faultOf(wallOf(url, response, null), response.status);
  if (!/ERR_ABORTED/.test(errorText)) throw new PageFault(codeOfNetError(errorText), "navigating");
  const pdf = asPdf(tab);
  if (pdf) return pdf;
  if (response?.status === 204 || response?.status === 205) throw new PageFault("empty_page", "navigating");
  throw new PageFault("not_a_page", "navigating");
}

/** Full Chromium shows a PDF in its viewer, the headless shell downloads it: neither is the document. */
function asPdf({ traffic: { documentResponse: response } }: Tab): Pdf | null {
  if (!response || response.status >= 400 || !PDF_TYPE.test(response.mimeType)) return null;
  return { kind: "pdf", url: response.url };
}

/** Of an answer with an error status. */
function faultOf(wall: Wall | null, status: number): PageFault {
  if (wall) return new PageFault(wall.code, "navigating", wall.message);
  return new PageFault("http_error", "navigating", `The page returned the error status ${status}.`);
}

function readSigns({ cdpSession }: Tab): Promise<Signs> {
  const signs = evaluate(cdpSession, READ_SIGNS, Signs).catch(() => null);
  return within(signs, SIGNS_MS, () => null);
}
