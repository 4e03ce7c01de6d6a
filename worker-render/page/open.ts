/** Opens the address and waits for its document. Decides what is a page, what is a PDF, and what fails the job. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { evaluate } from "../devtools/in-page.ts";
import { type Budget, orFault, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Tab } from "../tab/tab.ts";
import { PDF_TYPE } from "../tab/traffic.ts";
import { Documents, type LoadRules, RESERVE_MS } from "./documents.ts";
import { faultOfNetError } from "./net-errors.ts";
import { type Address, onlyFrame } from "./only-frame.ts";
import { looksLikeLogin, READ_SIGNS, Signs, type Wall, wallOf } from "./walls.ts";

/** Longest wait for a bot check that passes by itself. */
const CHECK_MS = 12_000;
/** Longest wait for reading the signs of an error page, and for a change of Chromium's own pages. */
const SIGNS_MS = 1_000;
/** Frames that are nothing but a frame again may follow each other. */
const MAX_FRAMES_ENTERED = 3;
/** Types of a file that is not described. Its name or its first bytes say more. */
const UNKNOWN_TYPE = /^(?:application|binary)\/octet-stream$|^application\/(?:x-|force-)?download$/;
const PDF_NAME = /\.pdf(?:["'\s;]|$)/i;
const MEDIA_TYPE = /^(?:audio|video)\//;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
/** Removes the control that Chromium puts over JSON, and reports whether it was there. */
const REMOVE_JSON_CONTROL = `(() => {
  const control = document.querySelector("body > pre + .json-formatter-container");
  control?.remove();
  return control !== null;
})()`;
const ONLY_LARGEST =
  "The page is a set of frames, of which the largest one scrolls. Only that one is in the result, and all of it.";

export interface Pdf {
  /** The address is a PDF. The tab cannot show it, but it can be passed through. */
  kind: "pdf";
  url: string;
  /** False for a download that may be one. */
  isCertain: boolean;
}

export interface OpenedPage {
  kind: "page";
  /** The wall that the document is, judged by its signs; null for a page. */
  wall(signs: Signs): Wall | null;
  /** Whether the document may be a login, although its address says nothing of it. */
  mayBeLogin(signs: Signs): boolean;
  /** Whether the wall is a bot check that still has time to pass by itself. */
  mayPass(wall: Wall): boolean;
  /** Waits for the end of a bot check: true as soon as another document is requested. */
  replaced(): Promise<boolean>;
  /**
   * Waits for a refresh that is due in a few seconds: true as soon as it requests another document.
   * @param leavesInMs when a timer of the page's scripts does so, or null
   */
  refreshed(leavesInMs: number | null): Promise<boolean>;
  /** Waits for the document that has replaced this one. */
  again(): Promise<Opened>;
  documents: Pick<Documents, "cut" | "isReplaced" | "isStopped" | "requests" | "leaveOut">;
  /** The job itself has just changed the page. */
  changed: boolean;
}

export type Opened = Pdf | OpenedPage;

/** Opens the address in the tab, and follows redirects of every kind. Throws PageFault for what is neither a page nor a PDF. */
export async function openPage(
  tab: Tab,
  url: string,
  rules: LoadRules,
  budget: Budget,
  journal: Journal,
): Promise<Opened> {
  const asked: Address = { url, referrer: "" };
  let address = asked;
  const load = () => navigate(tab, address, budget);
  const documents = new Documents(tab, rules, load);
  const first = await journal.time("navigate", load);
  if (first) return first;
  const wall = (signs: Signs) => wallOf(url, tab.traffic.documentResponse, signs);
  const mayBeLogin = (signs: Signs) => looksLikeLogin(url, signs);
  let checkedAt: number | null = null;
  const checkMs = () => {
    checkedAt ??= Date.now();
    return budget.share(checkedAt + CHECK_MS - Date.now(), RESERVE_MS);
  };
  const mayPass = ({ code }: Wall) => code === "bot_challenge" && checkMs() > 0;
  const replaced = () => journal.time("check", () => documents.replaced(checkMs()));
  const refreshed = (leavesInMs: number | null) => {
    const ms = budget.share(LIMITS.renderBudgetMs, RESERVE_MS);
    return journal.time("load", () => documents.refreshed(ms, leavesInMs));
  };
  const settle = async (): Promise<Opened> => {
    await journal.time("load", () => documents.settle(budget, journal));
    refuseMedia(tab);
    const pdf = asPdf(tab);
    if (pdf) return pdf;
    const { status = 0, mimeType = "" } = tab.traffic.documentResponse ?? {};
    if (status < 400 && JSON_TYPE.test(mimeType)) await removeJsonControl(tab);
    if (status < 400)
      return (
        (await enter()) ?? {
          kind: "page",
          wall,
          mayBeLogin,
          mayPass,
          replaced,
          refreshed,
          again: settle,
          documents,
          changed: false,
        }
      );
    const found = wall(await readSigns(tab));
    if (found && mayPass(found) && (await replaced())) return settle();
    throw faultOf(found, status);
  };
  const entered = new Set<string>();
  // Number of frames beside those that were entered.
  let leftOut = 0;
  // Opens the page in the frame that is all the document shows. Null: the document itself is the page.
  const enter = async (): Promise<Opened | null> => {
    if (entered.size === MAX_FRAMES_ENTERED) return null;
    const inner = await onlyFrame(tab);
    if (!inner || wall(await readSigns(tab))) return null;
    if (entered.has(inner.url)) {
      leftOut = 0;
      return null;
    }
    entered.add(inner.url);
    const lead = async (to: Address) => {
      address = to;
      return (await journal.time("navigate", load)) ?? (await settle());
    };
    leftOut += inner.others;
    return lead(inner).catch((error: unknown) => {
      if (!(error instanceof PageFault)) throw error;
      // Some pages open only inside a frame.
      return lead(asked);
    });
  };
  const opened = await settle();
  if (leftOut > 0) journal.warn({ code: "frame_left_out", message: ONLY_LARGEST });
  return opened;
}

async function navigate(tab: Tab, { url, referrer }: Address, budget: Budget): Promise<Pdf | null> {
  const { errorText } = await orFault(
    tab.navigate(url, referrer),
    budget.share(LIMITS.renderBudgetMs, RESERVE_MS),
    "page_timeout",
    "navigating",
  );
  if (errorText) return notShown(tab, url, errorText);
  refuseMedia(tab);
  return asPdf(tab);
}

/** Decides about a response that the tab cannot show: an error, a PDF, another download, no content, or a crash. */
function notShown(tab: Tab, url: string, errorText: string): Pdf {
  const { documentResponse: response } = tab.traffic;
  if (response && response.status >= 400) throw faultOf(wallOf(url, response, null), response.status);
  if (!/ERR_ABORTED/.test(errorText)) throw faultOfNetError(errorText);
  const pdf = asPdf(tab);
  if (pdf) return pdf;
  if (!response) throw faultWithoutResponse(tab);
  if (response.status === 204 || response.status === 205) throw new PageFault("empty_page", "navigating");
  const { url: fileUrl, mimeType } = response;
  if (UNKNOWN_TYPE.test(mimeType)) return { kind: "pdf", url: fileUrl, isCertain: false };
  throw new PageFault("not_a_page", "navigating");
}

/** The fault of a navigation that Chromium ended without a response: it shows none to a 304, and follows no redirect to an app. */
function faultWithoutResponse({ traffic: { documentUrl, documentStatus } }: Tab): PageFault {
  if (documentStatus === 304) return new PageFault("empty_page", "navigating");
  const isRedirect = documentStatus >= 300 && documentStatus < 400;
  if (isRedirect || !/^https?:/.test(documentUrl)) return new PageFault("target_blocked", "navigating");
  // A process of the browser has ended.
  return new PageFault("page_crashed", "navigating");
}

/**
 * The PDF if the document is one, or is a download with the name of one. Full Chromium shows a PDF in its viewer, the headless
 * shell tries to download it.
 */
function asPdf({ traffic: { documentResponse: response } }: Tab): Pdf | null {
  if (!response || response.status >= 400) return null;
  const { mimeType, url, headers } = response;
  const names = [URL.parse(url)?.pathname ?? "", headers["content-disposition"] ?? ""];
  const isNamed = UNKNOWN_TYPE.test(mimeType) && names.some((name) => PDF_NAME.test(name));
  return PDF_TYPE.test(mimeType) || isNamed ? { kind: "pdf", url, isCertain: true } : null;
}

/** Chromium shows a video or a sound in a player, which is nothing to print. */
function refuseMedia({ traffic: { documentResponse: response } }: Tab): void {
  if (!response || response.status >= 400 || !MEDIA_TYPE.test(response.mimeType)) return;
  throw new PageFault("not_a_page", "navigating", "The address is a video or a sound, not a page.");
}

/** The fault for a response with an error status. */
function faultOf(wall: Wall | null, status: number): PageFault {
  if (wall) return new PageFault(wall.code, "navigating", wall.message);
  return new PageFault("http_error", "navigating", `The page returned the error status ${status}.`);
}

function removeJsonControl({ cdpSession }: Tab): Promise<boolean> {
  const removed = evaluate(cdpSession, REMOVE_JSON_CONTROL, z.boolean()).catch(() => false);
  return within(removed, SIGNS_MS, () => false);
}

function readSigns({ cdpSession }: Tab): Promise<Signs> {
  const signs = evaluate(cdpSession, READ_SIGNS, Signs).catch(() => null);
  return within(signs, SIGNS_MS, () => null);
}
