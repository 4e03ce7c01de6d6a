/** Waits until an opened page is ready, and prepares it for the capture. Each wait is limited, because a page may hang. */
import type { JobOptions } from "#contract/job/request.ts";
import type { Completeness } from "#contract/job/view.ts";
import type { Clearing } from "../clear/clearing.ts";
import { evaluate, Navigated, read, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { PageFonts } from "../fonts/page-fonts.ts";
import type { Tab } from "../tab/tab.ts";
import type { EarlyLook } from "./early-look.ts";
import { makeFramesReady } from "./frames.ts";
import { endsMotion, Look, lookExpression, lookFromOutside, type PaperRules, type Reach } from "./look.ts";
import type { OpenedPage, Pdf } from "./open.ts";
import { RESERVE_MS, ScriptData } from "./script-data.ts";

/** Longest time for refusing consent. */
const CONSENT_MS = 3_000;
/** Longest time for making the frames ready, in each round. */
const FRAMES_MS = 5_000;
/** Longest time for fonts that the browser lacks. A busy service needs some seconds, and boxes are worse than a wait. */
const GLYPHS_MS = 10_000;
/** Most times that a page gets fonts: it may change afterwards. */
const MAX_FONT_ROUNDS = 2;
/** Longest time for all phases of one look, because a page whose scripts hang never responds. */
const LOOK_MS = 20_000;
/** Most looks at a page: after each one it may have requested further content. */
const MAX_ROUNDS = 3;

/** Types that Chromium shows as one picture. */
const PICTURE_TYPE = /^image\/(?!svg)|^multipart\/x-mixed-replace$/;
const STOPPED =
  "The page stopped loading by itself, or led to an app or a download while it loaded. What had not arrived by then is missing.";
const BROKEN_XML = "The page is XML with an error, and browsers show only what is before it.";
const LOGIN =
  "The page asks for a password and shows little else. If it is the login of the site, its cookies or headers in the job have expired or are wrong.";

export interface ReadyPage {
  title: string;
  /** Height of the whole document in CSS px. */
  height: number;
  /** CSS px of the whole width, if vertical text continues beside the window. */
  across?: number | undefined;
  /**
   * The window in CSS px. On a phone it is larger than the viewport if the page is made for wider screens. `top`: how far
   * the page is scrolled. `left`: how much of the document is to the left of its first view, in a right-to-left page.
   */
  window: { left: number; top: number; width: number; height: number };
  /** The page's style rules for paper; null for a screenshot, or if the rules cannot be read. */
  paper: PaperRules | null;
  /** Whether something in the page moves that a screenshot freezes. */
  moves: boolean;
  /** Whether the page shows words on the screen. */
  hasWords: boolean;
  /** Fonts for what the browser has no glyphs for; null if the result has no pictures of text. */
  fonts: PageFonts | null;
  completeness: Completeness;
}

/**
 * Waits until the page is ready. Returns a PDF if the page leads to one.
 * @param fonts for what the browser has no glyphs for; null if the result has no pictures of text
 * @param early the look that the page may take at itself when it has loaded; null if the job's steps come first
 * @throws PageFault `empty_page` when nothing is visible, `page_timeout` when the page's scripts hang, or the code of a wall
 */
export async function makeReady(
  tab: Tab,
  opened: OpenedPage,
  clearing: Clearing | null,
  fonts: PageFonts | null,
  early: EarlyLook | null,
  options: JobOptions,
  reach: Reach,
  budget: Budget,
  journal: Journal,
): Promise<ReadyPage | Pdf> {
  const { traffic, cdpSession, targetId } = tab;
  let fontRounds = 0;
  const data = new ScriptData(tab, reach.wholePage, budget, journal);
  let restless = opened.changed || data.hasJustCome();
  const framesShown = new Set<string>();
  const decode = options.outputType === "screenshot";
  const ofFrames = { wholePage: reach.wholePage, decode, endMotion: endsMotion(options) };
  for (let round = 1; ; round += 1) {
    const frames = await makeFramesReady(
      tab,
      framesShown,
      ofFrames,
      budget.share(FRAMES_MS, RESERVE_MS),
      journal,
    );
    if (await data.wait()) restless = true;
    const own = early?.take();
    const lookedAt = own?.since ?? Date.now();
    const last = round === MAX_ROUNDS;
    const lookAfterClearing = async () => {
      await clearing?.clear(budget.share(CONSENT_MS, RESERVE_MS), journal);
      return look(tab, options, { ...reach, restless }, budget);
    };
    const json = own ? inTime(own.json, budget) : Promise.resolve(null);
    const looking = json.then((text) => (text === null ? lookAfterClearing() : read(text, Look)));
    const response = await looking.catch((error: unknown) => {
      if (error instanceof Navigated || opened.documents.isReplaced) return null;
      if (error instanceof Spoiled) return lookFromOutside(tab, journal);
      throw error;
    });
    if (!response || opened.documents.isReplaced) {
      const next = await opened.again();
      if (next.kind === "pdf") return next;
      opened = next;
      continue;
    }
    const { readiness, shape, moves, letters, signs, isWix } = response;
    journal.addMeasured(readiness.timings, lookedAt);
    const lookMs = Date.now() - lookedAt;
    // The page could not know that a request of its scripts has just changed it.
    const unseen = (own && restless) || data.hasJustCome(lookedAt);
    if (!last && (unseen || data.isExpected())) {
      restless = true;
      continue;
    }
    const wall = opened.wall(signs);
    if (wall && !opened.mayPass(wall)) throw new PageFault(wall.code, "preparing", wall.message);
    const leaves = await (wall ? opened.replaced() : opened.refreshed(readiness.leavesInMs));
    if (leaves) {
      const next = await opened.again();
      if (next.kind === "pdf") return next;
      opened = next;
    }
    if (wall || leaves) {
      round = 0;
      continue;
    }
    const documents = [{ cdpSession, frameId: targetId, letters }, ...frames];
    // With other glyphs, text has another size. A page whose scripts are always busy leaves no time for a second look, which
    // takes less because everything has loaded.
    if (fonts && fontRounds < MAX_FONT_ROUNDS) {
      fontRounds += 1;
      const added = await fonts.add(documents, budget.share(GLYPHS_MS, RESERVE_MS), journal);
      if (added && lookMs / 2 < budget.share(LOOK_MS, RESERVE_MS)) {
        restless = false;
        round -= 1;
        continue;
      }
    }
    for (const warning of readiness.warnings) journal.warn(warning);
    traffic.addUnusable(readiness.unusable);
    traffic.refuseMistyped(readiness.unusable.quirks);
    for (const warning of traffic.failures()) journal.warn(warning);
    data.warn();
    for (const { type, url } of traffic.open()) {
      if (type === "Script") opened.documents.leaveOut(url, journal);
    }
    if (hasAccess(options) && opened.mayBeLogin(signs)) journal.warn({ code: "login_shown", message: LOGIN });
    if (opened.documents.isStopped) journal.warn({ code: "page_stopped", message: STOPPED });
    if (readiness.blank) throw new PageFault("empty_page", "preparing");
    refuseBrokenPicture(tab, readiness.pictures);
    if (readiness.brokenOff) {
      if (!options.bestAttempt) throw new PageFault("not_a_page", "preparing", BROKEN_XML);
      journal.warn({ code: "page_partial", message: BROKEN_XML });
    }
    const hasWords = signs === null || signs.text !== "";
    return {
      ...shape,
      moves,
      hasWords,
      fonts,
      completeness: completenessOf(tab, opened, clearing, readiness, isWix),
    };
  }
}

/** Chromium shows a small symbol in place of a picture that it cannot read. */
function refuseBrokenPicture(
  { traffic: { documentResponse: response } }: Tab,
  { total, loaded }: Completeness["images"],
): void {
  if (!response || !PICTURE_TYPE.test(response.mimeType) || total === 0 || loaded > 0) return;
  throw new PageFault("not_a_page", "preparing", "The image at this address cannot be read.");
}

function completenessOf(
  { guard, traffic }: Tab,
  { documents }: OpenedPage,
  clearing: Clearing | null,
  { pictures, fontsMissing }: Look["readiness"],
  isWix: boolean,
): Completeness {
  const failed = new Set(traffic.failures().map(({ url }) => url)).size;
  return {
    document: documents.cut ? "cut" : "whole",
    platform: isWix ? "wix" : "",
    fonts: fontsMissing ? "missing" : "loaded",
    images: pictures,
    requests: {
      total: documents.requests,
      failed,
      slow: traffic.slow.size,
      blocked: guard.warnings().length,
      ...(clearing && { unwanted: clearing.refused }),
    },
  };
}

function look(
  tab: Tab,
  options: JobOptions,
  want: Reach & { restless: boolean },
  budget: Budget,
): Promise<Look> {
  return inTime(evaluate(tab.cdpSession, lookExpression(options, want), Look), budget);
}

function inTime<T>(looking: Promise<T>, budget: Budget): Promise<T> {
  return orFault(looking, budget.share(LOOK_MS, RESERVE_MS), "page_timeout", "preparing");
}

function hasAccess({ headers = {}, cookies = [], basicAuth }: JobOptions): boolean {
  return cookies.length > 0 || Object.keys(headers).length > 0 || basicAuth?.username !== undefined;
}
