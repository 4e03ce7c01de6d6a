/** Waits until an opened page is ready, and prepares it for the capture. Each wait is limited, because a page may hang. */
import { z } from "zod";
import type { JobOptions } from "#contract/job/request.ts";
import { Completeness } from "#contract/job/view.ts";
import type { Clearing } from "../clear/clearing.ts";
import { call, Expression, evaluate, Navigated, read, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { Letters, NO_LETTERS, READ_LETTERS } from "../fonts/letters.ts";
import type { PageFonts } from "../fonts/page-fonts.ts";
import type { Tab } from "../tab/tab.ts";
import breakLinesInPage from "./break-lines.in-page.js";
import type { EarlyLook } from "./early-look.ts";
import endMotionInPage from "./end-motion.in-page.js";
import endScenesInPage from "./end-scenes.in-page.js";
import { makeFramesReady } from "./frames.ts";
import freezeInPage from "./freeze.in-page.js";
import type { OpenedPage, Pdf } from "./open.ts";
import overlaysInPage from "./overlays.in-page.js";
import paintsInPage from "./paints.in-page.js";
import paperRulesInPage from "./paper-rules.in-page.js";
import readyInPage from "./ready.in-page.js";
import seenWordsInPage from "./seen-words.in-page.js";
import sheetsEndInPage from "./sheets-end.in-page.js";
import showInViewInPage from "./show-in-view.in-page.js";
import tidyInPage from "./tidy.in-page.js";
import unlockInPage from "./unlock.in-page.js";
import unpinInPage from "./unpin.in-page.js";
import { READ_SIGNS, Signs } from "./walls.ts";
import wixInPage from "./wix.in-page.js";

/** Least time that the capture needs. */
const RESERVE_MS = 5_000;
/** Longest times of the phases inside the page. */
const SHARES = {
  fontsMs: 3_000,
  lazyMs: 5_000,
  noticeMs: 250,
  tickMs: 100,
  fadeMs: 700,
  imagesMs: 5_000,
  settleMs: 3_000,
  typingMs: 8_000,
  quietMs: 250,
  seenQuietMs: 100,
  putOffMs: 1_000,
  blankMs: 3_000,
};
/**
 * Requests of scripts after the load event: the longest wait for all and for one of them, the quiet time that ends the wait,
 * and the time after which their effect is visible.
 */
const DATA = { totalMs: 4_000, quietMs: 100, oneMs: 3_000, effectMs: 250 };
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

const Warning = z.object({ code: z.string(), message: z.string(), url: z.string().optional() });
const Readiness = z.object({
  blank: z.boolean(),
  height: z.number(),
  warnings: z.array(Warning),
  timings: z.record(z.string(), z.number()),
  pictures: Completeness.shape.images,
  fontsMissing: z.boolean(),
});
const PaperRules = z.object({
  any: z.boolean(),
  unread: z.boolean(),
  sized: z.boolean(),
  pinned: z.array(z.string()),
  margins: z.object({ left: z.number().optional(), right: z.number().optional() }),
  fits: z.boolean(),
});
export type PaperRules = z.infer<typeof PaperRules>;
const Shape = z.object({
  title: z.string(),
  height: z.number(),
  window: z.object({
    left: z.number(),
    top: z.number(),
    width: z.number().positive(),
    height: z.number().positive(),
  }),
  paper: PaperRules.nullable(),
});
const Look = z.object({
  readiness: Readiness,
  shape: Shape,
  moves: z.boolean(),
  letters: Letters,
  signs: Signs,
  isWix: z.boolean(),
});

export interface ReadyPage {
  title: string;
  /** Height of the whole document in CSS px. */
  height: number;
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

/** The part of the page that the result shows. */
export interface Reach {
  /** More than the first screen. */
  wholePage: boolean;
  /** Largest height, CSS px. */
  reachPx: number;
  /** Images that begin further down are not in the result, CSS px. Null: all images are. */
  imagesPx: number | null;
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
  let restless = opened.changed || traffic.servedAt > Date.now() - DATA.effectMs;
  let dataMs = DATA.totalMs;
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
    // The look itself waits for images of the document. If it misses one, such as a background, another round follows.
    if (traffic.open(DATA.oneMs).some(({ ownImage }) => !ownImage)) {
      restless = true;
      const from = Date.now();
      const ms = budget.share(dataMs, RESERVE_MS);
      await journal.time("data", () => traffic.quiet(ms, DATA.quietMs, DATA.oneMs));
      dataMs -= Date.now() - from;
    }
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
      if (error instanceof Navigated) return null;
      if (error instanceof Spoiled) return lookFromOutside(tab, journal);
      throw error;
    });
    if (!response) {
      const next = await opened.again();
      if (next.kind === "pdf") return next;
      opened = next;
      continue;
    }
    const { readiness, shape, moves, letters, signs, isWix } = response;
    journal.addMeasured(readiness.timings, lookedAt);
    // The page could not know that a request of its scripts has just changed it.
    const unseen = (own && restless) || traffic.servedAt >= Math.max(lookedAt, Date.now() - DATA.effectMs);
    if (!last && (unseen || traffic.open(DATA.oneMs).length > 0)) {
      restless = true;
      continue;
    }
    const wall = opened.wall(signs);
    if (wall && !opened.mayPass(wall)) throw new PageFault(wall.code, "preparing", wall.message);
    const leaves = await (wall ? opened.replaced() : opened.refreshed());
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
    // With other glyphs, text has another size.
    if (fonts && fontRounds < MAX_FONT_ROUNDS) {
      fontRounds += 1;
      if (await fonts.add(documents, budget.share(GLYPHS_MS, RESERVE_MS), journal)) {
        restless = false;
        round -= 1;
        continue;
      }
    }
    for (const warning of readiness.warnings) journal.warn(warning);
    for (const warning of traffic.failures()) journal.warn(warning);
    for (const { type, url } of traffic.open()) {
      if (type === "Script") opened.documents.leaveOut(url, journal);
    }
    if (readiness.blank) throw new PageFault("empty_page", "preparing");
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

function completenessOf(
  { guard, traffic }: Tab,
  { documents }: OpenedPage,
  clearing: Clearing | null,
  { pictures, fontsMissing }: z.infer<typeof Readiness>,
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
      slow: documents.slow.size,
      blocked: guard.warnings().length,
      ...(clearing && { unwanted: clearing.refused }),
    },
  };
}

/** Whether a screenshot shows everything that moves in one fixed state. */
export function freezesMotion(options: JobOptions): boolean {
  return options.outputType === "screenshot" && options.screenshotOptions.animations === "freeze";
}

/** Whether the result is a picture of the page, on which text needs glyphs. Other files are read with the reader's fonts. */
export function showsText({ outputType }: JobOptions): boolean {
  return outputType === "pdf" || outputType === "screenshot";
}

/** Whether animations that end are captured in their last state. */
function endsMotion(options: JobOptions): boolean {
  return options.outputType === "pdf" || freezesMotion(options);
}

function look(
  tab: Tab,
  options: JobOptions,
  want: Reach & { restless: boolean },
  budget: Budget,
): Promise<z.infer<typeof Look>> {
  return inTime(evaluate(tab.cdpSession, lookExpression(options, want), Look), budget);
}

function inTime<T>(looking: Promise<T>, budget: Budget): Promise<T> {
  return orFault(looking, budget.share(LOOK_MS, RESERVE_MS), "page_timeout", "preparing");
}

/** Source of an expression that makes the page ready and looks at it. */
export function lookExpression(options: JobOptions, want: Reach & { restless: boolean }): string {
  const wix = call(wixInPage, options.platform === "wix");
  const paper = options.outputType === "pdf";
  const decode = options.outputType === "screenshot";
  const rules = new Expression("paperRules()");
  const findEnd = new Expression(call(sheetsEndInPage, want.imagesPx, ...(paper ? [rules] : [])));
  const ready = call(
    readyInPage,
    { ...SHARES, ...want, decode, endMotion: endsMotion(options) },
    paintsInPage,
    endMotionInPage,
    showInViewInPage,
    overlaysInPage,
    seenWordsInPage,
    unlockInPage,
    findEnd,
  );
  const letters = showsText(options) ? READ_LETTERS : JSON.stringify(NO_LETTERS);
  const moves = freezesMotion(options) ? `${call(freezeInPage, false)}.catch(()=>false)` : "false";
  const printStyles = options.outputType === "pdf" && options.media !== "screen";
  const tidy = call(
    tidyInPage,
    { unpin: want.wholePage, paper, printStyles },
    rules,
    endScenesInPage,
    unpinInPage,
    breakLinesInPage,
    unlockInPage,
    findEnd,
  );
  return `(async()=>{const paperRules=()=>${call(paperRulesInPage)};const wix=()=>${wix};wix();const readiness=await ${ready};const isWix=wix();const signs=${READ_SIGNS};const shape=${tidy};const moves=await ${moves};const letters=${letters};return {readiness,shape,moves,letters,signs,isWix}})()`;
}

/** For a page that has replaced built-in functions, so that ours cannot run in it. It is captured as it is. */
async function lookFromOutside({ cdpSession }: Tab, journal: Journal): Promise<z.infer<typeof Look>> {
  journal.warn({
    code: "not_inspected",
    message: "The page could not be inspected. It was captured in its current state.",
  });
  const metrics = await cdpSession.send("Page.getLayoutMetrics");
  const { pageY, clientWidth: width, clientHeight: height } = metrics.cssLayoutViewport;
  const window = { left: 0, top: Math.round(pageY), width, height };
  return {
    readiness: {
      blank: false,
      height: metrics.cssContentSize.height,
      warnings: [],
      timings: {},
      pictures: { total: 0, loaded: 0 },
      fontsMissing: false,
    },
    shape: { title: "", height: metrics.cssContentSize.height, window, paper: null },
    moves: false,
    letters: NO_LETTERS,
    signs: { url: "", title: "", text: "", marks: [], asksPassword: false, asksText: false },
    isWix: false,
  };
}
