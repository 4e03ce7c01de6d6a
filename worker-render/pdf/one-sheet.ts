/** Lays a page out on one sheet that is as tall as the page. */
import { z } from "zod";
import type { PdfJobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { setWindow } from "../page/device.ts";
import { type Paper, PX_PER_INCH } from "../page/paper.ts";
import holdHeightsInPage from "./hold-heights.in-page.js";
import { LAYOUT_MS, type Layout } from "./lay-out.ts";
import { hasPage } from "./print.ts";
import type { PrintSettings } from "./print-settings.ts";
import { orHangs } from "./print-time.ts";
import { adoptRules, rulesForOneSheet } from "./sheet-rules.ts";

/** Text may wrap earlier on paper than in the window, so the sheet may have to grow. */
const MAX_TRIES = 3;
const GROWTH = 1.03;
const MAX_INCHES = LIMITS.paperPx / PX_PER_INCH;

/**
 * The layout with its paper as tall as the page. Above the tallest sheet, the page continues on the next one, with a warning.
 * @throws PrintHangs
 */
export async function onOneSheet(
  cdpSession: CDPSession,
  options: PdfJobOptions,
  layout: Layout,
  settings: PrintSettings,
  budget: Budget,
  journal: Journal,
): Promise<Layout> {
  const { paper } = layout;
  const measured = measure(cdpSession, options, layout);
  const heightPx = await orFault(measured, budget.share(LAYOUT_MS), "page_timeout", "capturing");
  const grown = grow(cdpSession, paper, settings, heightPx);
  const sheet = await orHangs(grown, budget);
  if (!sheet) {
    journal.warn({
      code: "single_page_split",
      message:
        "The page is taller than the tallest sheet of a PDF, 14,400 pt. It was split into several sheets.",
    });
  }
  return { ...layout, heightPx, paper: sheet ?? { ...paper, paperHeight: MAX_INCHES } };
}

/** The paper on which the whole page fits, or null. */
async function grow(
  cdpSession: CDPSession,
  paper: Paper,
  settings: PrintSettings,
  heightPx: number,
): Promise<Paper | null> {
  let contentInches = (Math.ceil(heightPx * paper.scale) + 1) / PX_PER_INCH;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const paperHeight = contentInches + paper.marginTop + paper.marginBottom;
    if (paperHeight > MAX_INCHES) return null;
    const grown = { ...paper, paperHeight };
    if (!(await hasPage(cdpSession, grown, settings, 2))) return grown;
    contentInches *= GROWTH;
  }
  return null;
}

/** Lists that have only the rows in view in the document lose them in another window. */
const SHOW_ROWS = "(async()=>{await window.__platenRows?.();return true})()";

/** Height of the page in CSS px, with the sizes that it has in its own window. Its rules for sheets no longer apply. */
async function measure(
  cdpSession: CDPSession,
  options: PdfJobOptions,
  { paper, widthPx, heightPx }: Layout,
): Promise<number> {
  const { height } = options.pdfOptions.viewport;
  const resize = (px: number) => setWindow(cdpSession, options, widthPx, px);
  const step = (name: "remember" | "hold" | "measure") =>
    evaluate(cdpSession, call(holdHeightsInPage, name), z.number());
  const [, , , , , , measuredPx] = await Promise.all([
    resize(height),
    adoptRules(cdpSession, rulesForOneSheet(paper)),
    step("remember"),
    resize(height + heightPx),
    step("hold"),
    resize(1),
    step("measure"),
    resize(height),
    evaluate(cdpSession, SHOW_ROWS, z.literal(true)),
  ]).catch((error: unknown) => {
    if (error instanceof Spoiled || error instanceof Navigated) return [0, 0, 0, 0, 0, 0, heightPx] as const;
    throw error;
  });
  return measuredPx;
}
