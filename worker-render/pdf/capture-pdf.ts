/** Captures the page of a tab as a PDF. */

import { NO_ADDRESS } from "#contract/job/input.ts";
import type { PdfJobOptions } from "#contract/job/request.ts";
import { selectPages } from "#contract/page-ranges.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import type { Budget } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import type { Reach } from "../page/look.ts";
import { laidOutPx, laidOutPxAtMost, reachPx } from "../page/paper.ts";
import type { ReadyPage } from "../page/readiness.ts";
import type { Captured, Shown } from "../page/shown.ts";
import type { Tab } from "../tab/tab.ts";
import { underGuard } from "../tab/under-guard.ts";
import type { Terms } from "./changes.ts";
import type { PdfService } from "./foreign-pdf.ts";
import { putFramesOnPaper } from "./frames-on-paper.ts";
import { layOut, layOutScreen } from "./lay-out.ts";
import { makePdf, makePdfFromTall } from "./make-pdf.ts";
import { onOneSheet } from "./one-sheet.ts";
import { passThrough } from "./pass-through.ts";
import { settingsOf } from "./print-settings.ts";
import { PrintHangs } from "./print-time.ts";
import { refuseBlank } from "./refuse-blank.ts";
import { keepRoomForTemplates } from "./sheet-rules.ts";
import { stamp } from "./stamp.ts";
import { makeRoomForTemplates } from "./template-room.ts";
import { hasTemplates, showsPageCount } from "./templates.ts";

/** Longest wait for images and fonts that the layout on paper requests. */
const IMAGES_MS = 5_000;

export interface PdfTask extends Terms {
  options: PdfJobOptions;
  /** Rewrites PDFs of other servers. */
  pdfService: PdfService;
  /** Whether the browser prints frames that have a process of their own. */
  printsFrames: boolean;
  budget: Budget;
  journal: Journal;
  /** Opens the page again in another tab, and makes it ready. */
  again(): Promise<Shown>;
}

/** The part of the page that ends up on the sheets. */
export function pdfReach(options: PdfJobOptions, tier: Tier): Reach {
  const { pdfOptions } = options;
  const sheets = sheetsOf(options, tier);
  // A phone's page is laid out for a wider window before it is printed.
  const imagesPx = options.formFactor === "mobile" ? null : laidOutPx(pdfOptions, sheets);
  return { wholePage: true, reachPx: reachPx(pdfOptions) * sheets, imagesPx };
}

/** Number of the last sheet that is printed. */
function sheetsOf({ pdfOptions }: PdfJobOptions, tier: Tier): number {
  const { pages } = selectPages(pdfOptions.pageRanges, PLANS[tier].pagesPerPdf);
  return pages.at(-1) ?? 1;
}

/** How far down the page can be on its sheets, in CSS px, at any scale. Null if a sheet shows something of the whole page. */
function keptPx({ pdfOptions }: PdfJobOptions, tier: Tier): number | null {
  const { singlePage, pageRanges, headerTemplate = "", footerTemplate = "" } = pdfOptions;
  if (singlePage || showsPageCount(headerTemplate + footerTemplate)) return null;
  const { pages, next } = selectPages(pageRanges, PLANS[tier].pagesPerPdf);
  return laidOutPxAtMost(pdfOptions, next ?? pages.at(-1) ?? 1);
}

/** Captures the PDF in sheets. If the browser hangs on the layout in sheets, it prints one tall page, which is cut. */
export async function capturePdf(shown: Shown, task: PdfTask): Promise<Captured> {
  try {
    return await capture(shown, task, printSheets);
  } catch (error) {
    if (!(error instanceof PrintHangs)) throw error;
    task.journal.warn(
      changesSheets(task.options)
        ? { ...IN_ONE_PIECE, message: IN_ONE_PIECE.message + LEFT_OUT }
        : IN_ONE_PIECE,
    );
    return await capture(await task.again(), task, printTall);
  }
}

const IN_ONE_PIECE = {
  code: "print_layout",
  message: "The page could not be laid out in sheets. It was printed in one piece and cut into sheets.",
};
const LEFT_OUT = " Your header, footer and watermark are missing, and images keep their size.";

/** Whether the options change what only a print in sheets can have. */
function changesSheets({ pdfOptions }: PdfJobOptions): boolean {
  const { headerTemplate, footerTemplate, watermark, compress } = pdfOptions;
  return Boolean(headerTemplate || footerTemplate || watermark || compress);
}

const KEPT = {
  code: "pdf_kept",
  message:
    "The address is a PDF. It is passed through without your header, footer and watermark, and with its own images.",
};

type Print = (tab: Tab, page: ReadyPage, task: PdfTask) => Promise<Pick<Captured, "parts" | "facts">>;

async function capture({ tab, page }: Shown, task: PdfTask, print: Print): Promise<Captured> {
  const { options, pdfService, printsFrames, budget, journal } = task;
  return underGuard(tab, journal, async () => {
    if ("kind" in page) {
      if (changesSheets(options)) journal.warn(KEPT);
      return { tab, ...(await passThrough(tab, page, pdfService, options.pdfOptions, task, budget)) };
    }
    const made = await journal.time("capture", async () => {
      if (!printsFrames || options.pdfOptions.background) await putFramesOnPaper(tab, printsFrames, journal);
      return print(tab, page, task);
    });
    made.facts.completeness = page.completeness;
    return { tab, type: "pdf", title: page.title, ...made };
  });
}

const printSheets: Print = async (tab, page, task) => {
  const { cdpSession, traffic } = tab;
  const { options, budget, journal } = task;
  const laidOutAt = Date.now();
  const laidOut = await layOut(
    {
      cdpSession,
      options,
      page,
      keepPx: keptPx(options, task.tier),
      sheets: sheetsOf(options, task.tier),
      journal,
    },
    budget,
  );
  // Full Chromium prints without the images that the layout on paper has requested, such as those of the styles for print.
  if (traffic.drawnSince(laidOutAt).length > 0)
    await journal.time("images", () => traffic.untilDrawn(laidOutAt, budget.share(IMAGES_MS)));
  const url = traffic.documentResponse?.url ?? NO_ADDRESS;
  const inSheets = hasTemplates(options)
    ? await makeRoomForTemplates(cdpSession, options, laidOut, url, budget, journal)
    : laidOut;
  const settings = settingsOf(options, inSheets.paper, url);
  if (settings.displayHeaderFooter)
    await keepRoomForTemplates(cdpSession, options.pdfOptions, inSheets.paper, budget);
  const layout = options.pdfOptions.singlePage
    ? await onOneSheet(cdpSession, options, inSheets, settings, budget, journal)
    : inSheets;
  if (options.pdfOptions.watermark)
    await stamp(tab, page.fonts, options.pdfOptions.watermark, budget, journal);
  const made = await makePdf(cdpSession, options, layout, settings, task, budget, journal);
  return page.hasWords ? { ...made, parts: refuseBlank(made.parts) } : made;
};

const printTall: Print = async ({ cdpSession }, page, task) => {
  const { options, budget, journal } = task;
  const keepPx = keptPx(options, task.tier);
  const layout = await layOutScreen(
    { cdpSession, options, page, keepPx, sheets: sheetsOf(options, task.tier), journal },
    budget,
  );
  return makePdfFromTall(cdpSession, options, layout, task, budget);
};
