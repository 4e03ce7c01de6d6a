/** Margins in which a header and a footer have room. */
import { z } from "zod";
import type { PdfJobOptions } from "#contract/job/request.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { type Paper, PX_PER_INCH } from "../page/paper.ts";
import type { Layout } from "./lay-out.ts";
import measureTemplatesInPage from "./measure-templates.in-page.js";
import { EDGE_INCHES, templatesOf } from "./templates.ts";

const LOOK_MS = 2_000;
/** Between a header or footer that is taller than its margin, and the page's content. */
const GAP_INCHES = 8 / PX_PER_INCH;
/** The largest share of the sheet's height for a header, and for a footer. */
const MAX_SHARE = 1 / 3;

const Heights = z.array(z.number().nonnegative());

/** The layout with larger margins, if a header or footer is taller than its margin. */
export async function makeRoomForTemplates(
  cdpSession: CDPSession,
  options: PdfJobOptions,
  layout: Layout,
  url: string,
  budget: Budget,
  journal: Journal,
): Promise<Layout> {
  const { paper } = layout;
  const { header, footer } = templatesOf(options, paper, url, new Date());
  const expression = call(measureTemplatesInPage, [header, footer], paper.paperWidth * PX_PER_INCH);
  const measured = evaluate(cdpSession, expression, Heights).catch((error: unknown) => {
    if (error instanceof Spoiled || error instanceof Navigated) return [];
    throw error;
  });
  const [headerPx = 0, footerPx = 0] = await within(measured, budget.share(LOOK_MS), () => []);
  const most = paper.paperHeight * MAX_SHARE;
  const wanted = { marginTop: marginFor(headerPx), marginBottom: marginFor(footerPx) };
  if (
    wanted.marginTop > Math.max(most, paper.marginTop) ||
    wanted.marginBottom > Math.max(most, paper.marginBottom)
  )
    journal.warn({
      code: "template_cut",
      message: "The header or footer is taller than a third of the sheet. What is taller was cut off.",
    });
  const larger = (side: "marginTop" | "marginBottom") => Math.max(paper[side], Math.min(wanted[side], most));
  const roomy: Paper = { ...paper, marginTop: larger("marginTop"), marginBottom: larger("marginBottom") };
  return { ...layout, paper: roomy };
}

function marginFor(heightPx: number): number {
  return heightPx === 0 ? 0 : EDGE_INCHES + heightPx / PX_PER_INCH + GAP_INCHES;
}
