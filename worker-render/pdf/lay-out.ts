/** Lays out a ready page for its sheets: chooses the styles to print with, and a scale at which its whole width fits. */
import { z } from "zod";
import type { PdfJobOptions } from "#contract/job/request.ts";
import { type Media, PDF_SCALE } from "#contract/job/values.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import breakLinesInPage from "../page/break-lines.in-page.js";
import { setWindow } from "../page/device.ts";
import drawnInPage from "../page/drawn.in-page.js";
import endScenesInPage from "../page/end-scenes.in-page.js";
import holdColumnsInPage from "../page/hold-columns.in-page.js";
import leaveOutRestInPage from "../page/leave-out-rest.in-page.js";
import type { PaperRules } from "../page/look.ts";
import paintsInPage from "../page/paints.in-page.js";
import {
  contentPx,
  type Paper,
  type PdfOptions,
  paperOf,
  reachPx,
  scaleFor,
  sheetPx,
  sheetWidthPx,
} from "../page/paper.ts";
import paperWordsInPage from "../page/paper-words.in-page.js";
import type { ReadyPage } from "../page/readiness.ts";
import unlockInPage from "../page/unlock.in-page.js";
import unpinInPage from "../page/unpin.in-page.js";
import { emulateMedia } from "../page/user.ts";
import adaptInPage from "./adapt.in-page.js";
import divideTallInPage from "./divide-tall.in-page.js";
import fitInPage from "./fit.in-page.js";
import openGridsInPage from "./open-grids.in-page.js";
import placeNumbersInPage from "./place-numbers.in-page.js";
import redrawnInPage from "./redrawn.in-page.js";

/** Longest time for one layout. A long page with many fonts takes seconds on a busy machine. */
export const LAYOUT_MS = 8_000;
/** Most rounds of widening: some content is wider than its page at any width. */
const MAX_ROUNDS = 3;
/** By how much each added pixel must bring in content that sticks out, or more width does not help. */
const MIN_GAIN = 0.1;
/** Longest line of code that is not wrapped, in widths of the page. Tables are scaled down to half their size, too. */
const MAX_CODE = 2;
/** Letter is a little wider than A4. */
const MAX_WIDER = 1.05;
/** Chromium rounds the width of a sheet. A word at its edge would lose its last letter. */
const ROUNDED_PX = 2;

const Fit = z.object({
  paints: z.boolean(),
  overPx: z.number(),
  heightPx: z.number(),
  zoom: z.number(),
  tableZoom: z.number(),
});
type Fit = z.infer<typeof Fit>;

export interface Layout {
  paper: Paper;
  /** Width of the layout in CSS px. */
  widthPx: number;
  /** Height of the whole document in CSS px. */
  heightPx: number;
}

interface Plan {
  media: Media;
  /** Width between the margins, in px at scale 1. */
  fullPx: number;
  /** The largest allowed scale. */
  scale: number;
  /** Whether `@page { size }` replaces the sheet. */
  sized: boolean;
  /** Whether the page is printed on a sheet of this width. False if the width of its own sheets is not known. */
  measured: boolean;
}

interface Task {
  cdpSession: CDPSession;
  options: PdfJobOptions;
  page: ReadyPage;
  /** In CSS px from the top of the page: what is further down is on no sheet. Null if it may be. */
  keepPx: number | null;
  /** Number of sheets that are printed, with those between them. */
  sheets: number;
  journal: Journal;
}

/**
 * Prepares the tab for printing, with the page's styles for paper if it has any.
 * @throws PageFault `page_timeout` when the page's scripts hang
 */
export async function layOut(task: Task, budget: Budget): Promise<Layout> {
  const { options, page, journal } = task;
  if (mayHaveRules(page.paper) && options.media !== "screen") {
    const plan = page.paper.any
      ? planForPaper(options.pdfOptions, page.paper)
      : { ...planForScreen(options.pdfOptions, page), media: "print" as const };
    const layout = (await fitOnto(task, plan, budget)) ?? (await fitAgain(task, plan, budget));
    if (layout) return layout;
    journal.warn({
      code: "hidden_on_paper",
      message: "The page hides its content when printed. It was printed as on screen.",
    });
  }
  return layOutScreen(task, budget);
}

/** Lets scripts adapt to the new width with the styles for the screen: some lose the page when they measure it on paper. */
async function fitAgain(task: Task, plan: Plan, budget: Budget): Promise<Layout | null> {
  const { cdpSession, options } = task;
  await emulateMedia(cdpSession, options, "screen");
  const adapted = evaluate(cdpSession, call(adaptInPage, drawnInPage, redrawnInPage), z.literal(true)).catch(
    () => false,
  );
  await orFault(adapted, budget.share(LAYOUT_MS), "page_timeout", "capturing");
  return fitOnto(task, plan, budget);
}

/** Like `layOut`, with the styles for the screen. */
export async function layOutScreen(task: Task, budget: Budget): Promise<Layout> {
  const { options, page, keepPx } = task;
  const plan = planForScreen(options.pdfOptions, page);
  const asItIs = {
    paper: paperOf(options.pdfOptions, plan.scale),
    widthPx: page.window.width,
    heightPx: page.height,
  };
  const fits = page.paper === null || (page.paper.fits && !mayHaveRules(page.paper));
  const isLong = keepPx !== null && page.height > keepPx;
  const isReady = fits && !isLong && !page.paper?.isDrawing;
  if (isReady && widthOf(plan) === page.window.width) return asItIs;
  return (await fitOnto(task, plan, budget)) ?? asItIs;
}

/** Whether the page has styles for paper, or a style sheet that cannot be read and may have some. */
function mayHaveRules(paper: PaperRules | null): paper is PaperRules {
  return paper !== null && (paper.any || paper.unread);
}

/**
 * The width of the page's own sheets, in px, if it is laid out for them. A larger sheet that is scaled down to the paper is not meant
 * for so wide a window: Bootstrap 4 asks for A3 on every page.
 */
function ownWidth(options: PdfOptions, { sheet }: PaperRules): number | null {
  if (sheet === null) return null;
  const isTurned = sheet.width > sheet.height;
  const isAsWide = sheet.width <= sheetWidthPx(options) * MAX_WIDER;
  return options.preferCssPageSize || isTurned || isAsWide ? sheet.width : null;
}

function planForPaper(options: PdfOptions, rules: PaperRules): Plan {
  const { margins, sized } = rules;
  const isFull = options.viewport.fitPaper && options.scale === undefined;
  const scale = isFull ? PDF_SCALE.printRules : scaleFor(options, options.viewport.width);
  const own = sized && !options.singlePage;
  const width = own ? ownWidth(options, rules) : null;
  return {
    media: "print",
    fullPx: contentPx(options, width === null ? margins : { ...margins, width }),
    scale,
    sized: own,
    measured: !own || width !== null,
  };
}

function planForScreen(options: PdfOptions, { window }: ReadyPage): Plan {
  return {
    media: "screen",
    fullPx: contentPx(options),
    scale: scaleFor(options, window.width),
    sized: false,
    measured: true,
  };
}

function widthOf({ fullPx, scale }: Plan): number {
  return Math.max(1, Math.round(fullPx / scale));
}

/** Widens the layout until the whole page fits on the sheet, unless the scale is given. Null when the page shows nothing in these styles. */
async function fitOnto(task: Task, plan: Plan, budget: Budget): Promise<Layout | null> {
  const { options, journal } = task;
  const minWidthPx = widthOf(plan);
  const maxWidthPx = Math.floor(plan.fullPx / PDF_SCALE.min);
  let widthPx = minWidthPx;
  let boxZoom = 1;
  let clipped = options.pdfOptions.scale !== undefined;
  let before: { widthPx: number; overPx: number } | null = null;
  for (let round = 1; ; round += 1) {
    const ms = budget.share(LAYOUT_MS);
    const look = lookAt(task, plan, widthPx, clipped);
    const fit = await orFault(look, ms, "page_timeout", "capturing");
    const { paints, overPx, heightPx } = fit;
    boxZoom = Math.min(boxZoom, fit.zoom);
    const zoom = Math.min(boxZoom, fit.tableZoom);
    if (!paints) return null;
    if (clipped) {
      if (overPx > 1) journal.warn(options.pdfOptions.scale === undefined ? BESIDE : CUT);
      if (plan.scale * zoom < PDF_SCALE.small && zoom < 1) journal.warn(SMALL);
      return { paper: paperOf(options.pdfOptions, plan.scale), widthPx, heightPx };
    }
    // In a column in the middle, half of the width that is added goes to the left of it.
    const gain = before ? (before.overPx - overPx) / (widthPx - before.widthPx) : 1;
    // What sticks out further the wider the window is, such as a closed panel at `left: 100%`, is beside the page at every width.
    if (gain < -MIN_GAIN) {
      clipped = true;
      widthPx = minWidthPx;
      continue;
    }
    const addedPx = gain > MIN_GAIN ? Math.ceil(overPx / gain) : overPx;
    const wantedPx = Math.min(maxWidthPx, widthPx + addedPx + (overPx > 0 ? ROUNDED_PX : 0));
    if (wantedPx > widthPx && round < MAX_ROUNDS) {
      before = { widthPx, overPx };
      widthPx = wantedPx;
      continue;
    }
    const scale = wantedPx > minWidthPx ? plan.fullPx / wantedPx : plan.scale;
    const isReduced = scale < plan.scale || zoom < 1;
    if (isReduced && scale * zoom < PDF_SCALE.small) journal.warn(SMALL);
    return { paper: paperOf(options.pdfOptions, scale), widthPx: wantedPx, heightPx };
  }
}

const SMALL = {
  code: "text_small",
  message:
    "The page, or a table in it, is wider than the sheet. It was scaled down to fit, so its text may be hard to read.",
};

const CUT = {
  code: "wide_cut",
  message: "The page is wider than the sheet at the requested scale. What sticks out is cut off.",
};

const BESIDE = {
  code: "wide_cut",
  message: "A part of the page is beside the window, however wide it is. What sticks out is cut off.",
};

/** Where the last sheet ends, in CSS px from the top of the page. */
function sheetsEndPx(options: PdfOptions, plan: Plan, sheets: number): number {
  return options.singlePage ? reachPx(options) : sheetPx(paperOf(options, plan.scale)) * sheets;
}

/** Height of the window in which a drawing fills the sheet. None with `singlePage`, whose sheet is as tall as the page. */
function sheetHeight(options: PdfOptions, plan: Plan, widthPx: number): number | undefined {
  if (options.singlePage) return undefined;
  const scale = Math.min(plan.scale, plan.fullPx / widthPx);
  return Math.floor(sheetPx(paperOf(options, scale)));
}

/** Height of what fits on one sheet, in CSS px, or more. Null if all of the page does, or if the height is not known. */
function dividedPx({ options, page }: Task, plan: Plan, widthPx: number): number | null {
  if (!plan.sized) return sheetHeight(options.pdfOptions, plan, widthPx) ?? null;
  const own = page.paper?.sheet;
  return own ? own.height / Math.min(plan.scale, plan.fullPx / widthPx) : null;
}

/** Sets the window and the styles, and measures the page in them. One round trip. */
async function lookAt(task: Task, plan: Plan, widthPx: number, clipped: boolean): Promise<Fit> {
  const { cdpSession, options, page, keepPx } = task;
  const hasRules = mayHaveRules(page.paper);
  const heightPx =
    page.paper?.isDrawing && !plan.sized ? sheetHeight(options.pdfOptions, plan, widthPx) : undefined;
  const resized = page.paper?.any || widthPx !== page.window.width || heightPx !== undefined;
  const scaled = !plan.sized || plan.scale !== 1 || !options.pdfOptions.preferCssPageSize;
  const pinned = plan.media === "print" ? (page.paper?.pinned ?? []) : [];
  const want = {
    resized,
    measured: plan.measured,
    clipped,
    scaled,
    pinned: hasRules ? pinned : null,
    keepPx,
    endPx: sheetsEndPx(options.pdfOptions, plan, task.sheets),
    sheetPx: dividedPx(task, plan, widthPx),
    wrapPx: clipped ? 1 : Math.max(1, MAX_CODE * widthOf(plan) - widthPx),
  };
  const [, , fit] = await Promise.all([
    resized ? setWindow(cdpSession, options, widthPx, heightPx) : null,
    hasRules ? emulateMedia(cdpSession, options, plan.media) : null,
    evaluate(
      cdpSession,
      call(
        fitInPage,
        want,
        redrawnInPage,
        openGridsInPage,
        paintsInPage,
        leaveOutRestInPage,
        endScenesInPage,
        unpinInPage,
        breakLinesInPage,
        holdColumnsInPage,
        paperWordsInPage,
        unlockInPage,
        divideTallInPage,
        placeNumbersInPage,
      ),
      Fit,
    ).catch((error: unknown) => {
      if (error instanceof Spoiled || error instanceof Navigated)
        return { paints: true, overPx: 0, heightPx: page.height, zoom: 1, tableZoom: 1 };
      throw error;
    }),
  ]);
  return fit;
}
