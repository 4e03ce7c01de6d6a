/** Captures the page of a tab as a screenshot. */
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import type { Budget } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { pixelRatio } from "../page/device.ts";
import { freezesMotion, type Reach } from "../page/look.ts";
import { type Captured, requirePage, type Shown } from "../page/shown.ts";
import { underGuard } from "../tab/under-guard.ts";
import { pictureFrames } from "./frame-pictures.ts";
import { freeze } from "./freeze.ts";
import { showsWholePage } from "./part.ts";
import { shoot, type Thumbnail } from "./shoot.ts";

/** Longest time for the pictures of frames below the first screen. */
const FRAMES_MS = 5_000;

/** The part of the page that the screenshot shows. */
export function screenshotReach(options: ScreenshotJobOptions): Reach {
  const { fullPageMaxHeight, clip } = options.screenshotOptions;
  const clipEnd = clip?.height && (clip.y ?? 0) + clip.height;
  const reachPx = clipEnd ?? fullPageMaxHeight ?? LIMITS.screenshotHeightPx / pixelRatio(options);
  return { wholePage: showsWholePage(options), reachPx, imagesPx: reachPx };
}

/** Captures the screenshot. `mark`: text over it, for the file of a test job. Its parts are made while they are read. Throws PageFault `not_a_page` for a PDF. */
export async function captureScreenshot(
  shown: Shown,
  options: ScreenshotJobOptions,
  mark: string | null,
  budget: Budget,
  journal: Journal,
): Promise<Captured> {
  const { tab } = shown;
  const page = requirePage(shown, "Screenshots of PDFs are not supported.");
  const { transparent } = options.screenshotOptions;
  if (transparent) await clearBackground(tab.cdpSession);
  const thumbnail: Thumbnail = { bytes: null };
  const parts = shoot(tab, options, mark, page, journal, thumbnail);
  const prepare = async () => {
    if (freezesMotion(options)) await freeze(tab, page.moves);
    await pictureFrames(tab, options, page, budget.share(FRAMES_MS));
  };
  await underGuard(tab, journal, () => journal.time("capture", prepare));
  const { title, completeness } = page;
  return {
    tab,
    type: options.screenshotOptions.type,
    title,
    parts,
    thumbnail,
    facts: { pages: null, truncated: null, completeness },
  };
}

/** Takes away the white that Chromium draws where a page has no background of its own. */
function clearBackground(cdpSession: CDPSession): Promise<void> {
  return cdpSession.send("Emulation.setDefaultBackgroundColorOverride", {
    color: { r: 0, g: 0, b: 0, a: 0 },
  });
}
