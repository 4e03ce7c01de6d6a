/** Captures what a tab shows as a picture. */
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Budget } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { pixelRatio } from "../page/device.ts";
import type { Reach } from "../page/readiness.ts";
import type { Captured, Shown } from "../page/shown.ts";
import { underGuard } from "../tab/under-guard.ts";
import { pictureFrames } from "./frame-pictures.ts";
import { shoot } from "./shoot.ts";

/** Longest time that the frames below the first screen may take. */
const FRAMES_MS = 5_000;

/** What of the page ends up in the picture. */
export function screenshotReach(options: ScreenshotJobOptions): Reach {
  return {
    wholePage: options.screenshotOptions.fullPage,
    reachPx: LIMITS.screenshotHeightPx / pixelRatio(options),
  };
}

/** The picture is taken while its parts are read. */
export async function captureScreenshot(
  { tab, page }: Shown,
  options: ScreenshotJobOptions,
  budget: Budget,
  journal: Journal,
): Promise<Captured> {
  if ("kind" in page) {
    throw new PageFault(
      "not_a_page",
      "navigating",
      "The address is a PDF. Screenshots of PDFs are not supported.",
    );
  }
  const parts = shoot(tab.cdpSession, options, page, journal);
  const frames = () => pictureFrames(tab, options, page, budget.share(FRAMES_MS));
  await underGuard(tab, journal, () => journal.time("capture", frames));
  const { title, completeness } = page;
  return {
    tab,
    type: options.screenshotOptions.type,
    title,
    parts,
    facts: { pages: null, truncated: null, completeness },
  };
}
