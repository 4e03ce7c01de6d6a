/** Puts the customer's own watermark over the page. The free plan's watermark is added to the finished PDF. */
import { z } from "zod";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { PdfOptions } from "../page/paper.ts";
import type { ReadyPage } from "../page/readiness.ts";
import type { Tab } from "../tab/tab.ts";
import stampInPage from "./stamp.in-page.js";

const DRAW_MS = 3_000;
const GLYPHS_MS = 5_000;
/** Faint enough to read the page through it, and upwards from the left. */
const OPACITY = 0.15;
const ANGLE = -45;
/** Letters that each browser has are up to here. */
const BEYOND_LATIN = /[^\0-\u017f]/;

/** @throws PageFault `watermark_failed`: a PDF without its watermark is not what the customer asked for. */
export async function stamp(
  { cdpSession, targetId }: Pick<Tab, "cdpSession" | "targetId">,
  fonts: ReadyPage["fonts"],
  { text, image, opacity = OPACITY, angle = ANGLE }: NonNullable<PdfOptions["watermark"]>,
  budget: Budget,
  journal: Journal,
): Promise<void> {
  const mark = { text, image, opacity, angle };
  const drawing = evaluate(cdpSession, call(stampInPage, mark), z.literal(true)).catch((error: unknown) => {
    if (error instanceof Spoiled || error instanceof Navigated)
      throw new PageFault("watermark_failed", "capturing");
    throw error;
  });
  await orFault(drawing, budget.share(DRAW_MS), "page_timeout", "capturing");
  if (text && BEYOND_LATIN.test(text)) {
    await fonts?.addFor({ cdpSession, frameId: targetId }, budget.share(GLYPHS_MS), journal);
  }
}
