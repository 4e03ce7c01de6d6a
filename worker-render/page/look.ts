/** The look at a page: what makes it ready and prepares it for the capture inside the page, and what it says about itself then. */
import { z } from "zod";
import type { JobOptions } from "#contract/job/request.ts";
import { Completeness } from "#contract/job/view.ts";
import { call, Expression, evaluate } from "../devtools/in-page.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { Letters, NO_LETTERS, READ_LETTERS } from "../fonts/letters.ts";
import type { Tab } from "../tab/tab.ts";
import { Reported } from "../tab/unusable.ts";
import breakLinesInPage from "./break-lines.in-page.js";
import divideWellInPage from "./divide-well.in-page.js";
import endAtContentInPage from "./end-at-content.in-page.js";
import endMotionInPage from "./end-motion.in-page.js";
import endScenesInPage from "./end-scenes.in-page.js";
import freezeInPage from "./freeze.in-page.js";
import headButtonsInPage from "./head-buttons.in-page.js";
import holdColumnsInPage from "./hold-columns.in-page.js";
import holdCutOffInPage from "./hold-cut-off.in-page.js";
import holdDrawingsInPage from "./hold-drawings.in-page.js";
import overlaysInPage from "./overlays.in-page.js";
import paintsInPage from "./paints.in-page.js";
import paperRulesInPage from "./paper-rules.in-page.js";
import paperWordsInPage from "./paper-words.in-page.js";
import readyInPage from "./ready.in-page.js";
import scrollThroughInPage from "./scroll-through.in-page.js";
import seenWordsInPage from "./seen-words.in-page.js";
import sheetsEndInPage from "./sheets-end.in-page.js";
import showInViewInPage from "./show-in-view.in-page.js";
import tidyInPage from "./tidy.in-page.js";
import unlockInPage from "./unlock.in-page.js";
import unpinInPage from "./unpin.in-page.js";
import { READ_SIGNS, Signs } from "./walls.ts";
import wixInPage from "./wix.in-page.js";
import wrapRowsInPage from "./wrap-rows.in-page.js";

/** Longest times of the phases inside the page. */
const SHARES = {
  fontsMs: 3_000,
  lazyMs: 5_000,
  noticeMs: 250,
  tickMs: 100,
  fadeMs: 700,
  imagesMs: 5_000,
  slowImagesMs: 8_000,
  nextImageMs: 3_000,
  followingImagesMs: 10_000,
  imagesUntilMs: 15_000,
  settleMs: 3_000,
  typingMs: 8_000,
  workingMs: 10_000,
  quietMs: 250,
  seenQuietMs: 100,
  putOffMs: 1_000,
  blankMs: 3_000,
};

const Warning = z.object({ code: z.string(), message: z.string(), url: z.string().optional() });
const Readiness = z.object({
  blank: z.boolean(),
  height: z.number(),
  warnings: z.array(Warning),
  timings: z.record(z.string(), z.number()),
  pictures: Completeness.shape.images,
  fontsMissing: z.boolean(),
  unusable: Reported.extend({ quirks: z.boolean() }),
  /** The document is XML with an error, of which browsers show what is before it. */
  brokenOff: z.boolean(),
  /** In how many milliseconds at most a script's timer leads to another page; null if none does. */
  leavesInMs: z.number().nullable(),
});
const PaperRules = z.object({
  any: z.boolean(),
  unread: z.boolean(),
  sized: z.boolean(),
  sheet: z.object({ width: z.number().positive(), height: z.number().positive() }).nullable(),
  pinned: z.array(z.string()),
  margins: z.object({ left: z.number().optional(), right: z.number().optional() }),
  fits: z.boolean(),
  isDrawing: z.boolean(),
});
export type PaperRules = z.infer<typeof PaperRules>;
const Shape = z.object({
  title: z.string(),
  height: z.number(),
  across: z.number().optional(),
  window: z.object({
    left: z.number(),
    top: z.number(),
    width: z.number().positive(),
    height: z.number().positive(),
  }),
  paper: PaperRules.nullable(),
});
export const Look = z.object({
  readiness: Readiness,
  shape: Shape,
  moves: z.boolean(),
  letters: Letters,
  signs: Signs,
  isWix: z.boolean(),
});
export type Look = z.infer<typeof Look>;

/** The part of the page that the result shows. */
export interface Reach {
  /** More than the first screen. */
  wholePage: boolean;
  /** Largest height, CSS px. */
  reachPx: number;
  /** Images that begin further down are not in the result, CSS px. Null: all images are. */
  imagesPx: number | null;
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
export function endsMotion(options: JobOptions): boolean {
  return options.outputType === "pdf" || freezesMotion(options);
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
    scrollThroughInPage,
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
    { unpin: want.wholePage && showsText(options), paper, printStyles },
    rules,
    endScenesInPage,
    unpinInPage,
    breakLinesInPage,
    holdColumnsInPage,
    wrapRowsInPage,
    unlockInPage,
    findEnd,
    paperWordsInPage,
    endAtContentInPage,
    headButtonsInPage,
    divideWellInPage,
    holdDrawingsInPage,
    holdCutOffInPage,
  );
  return `(async()=>{const paperRules=()=>${call(paperRulesInPage)};const wix=()=>${wix};wix();const readiness=await ${ready};const isWix=wix();const signs=${READ_SIGNS};const shape=${tidy};const moves=await ${moves};const letters=${letters};return {readiness,shape,moves,letters,signs,isWix}})()`;
}

/** Such as an image without a byte, or XML whose style sheet is missing. */
const HAS_NOTHING = "document.documentElement === null";

/**
 * For a page that has replaced built-in functions, so that ours cannot run in it. It is captured as it is.
 * @throws PageFault `empty_page` for a document without an element
 */
export async function lookFromOutside({ cdpSession }: Tab, journal: Journal): Promise<Look> {
  const hasNothing = await evaluate(cdpSession, HAS_NOTHING, z.boolean()).catch(() => false);
  if (hasNothing) throw new PageFault("empty_page", "preparing");
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
      unusable: { images: [], scripts: [], sheets: [], quirks: false },
      brokenOff: false,
      leavesInMs: null,
    },
    shape: { title: "", height: metrics.cssContentSize.height, window, paper: null },
    moves: false,
    letters: NO_LETTERS,
    signs: { url: "", title: "", text: "", marks: [], passwords: 0, asksText: false },
    isWix: false,
  };
}
