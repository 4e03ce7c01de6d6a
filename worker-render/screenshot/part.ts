/** Which part of the page a screenshot shows: its window, all of it, a clip, or an element. */
import { z } from "zod";
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate, Spoiled } from "../devtools/in-page.ts";
import { orFault } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { shown } from "../fault/shown.ts";
import { pixelRatio } from "../page/device.ts";
import findInPage from "../page/find.in-page.js";
import type { ReadyPage } from "../page/readiness.ts";
import type { Extent } from "./bands.ts";
import boxInPage from "./box.in-page.js";

/** Longest wait for the place of the element, because the page's layout may hang. */
const BOX_TIMEOUT_MS = 5_000;

const Box = z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() });
type Box = z.infer<typeof Box>;
const Found = z.union([z.enum(["invalid", "missing"]), Box]);

type SizedPage = Pick<ReadyPage, "height" | "window" | "across">;
type Size = { width: number; height: number };
type Clip = ScreenshotJobOptions["screenshotOptions"]["clip"];

/** Whether the screenshot shows a part that its options name. */
export function isPart({ screenshotOptions: { clip, selector } }: ScreenshotJobOptions): boolean {
  return clip?.width !== undefined || selector !== undefined;
}

/** Whether the screenshot may show what is below the window. */
export function showsWholePage(options: ScreenshotJobOptions): boolean {
  return options.screenshotOptions.fullPage || isPart(options);
}

/** CSS px of the picture's width. A phone shows a page that is made for wider windows, or is wider, smaller: all of it. */
function widthOf({ formFactor, screenshotOptions: { viewport } }: ScreenshotJobOptions, page: SizedPage) {
  return formFactor === "mobile" ? page.window.width : viewport.width;
}

/** Image px per CSS px. */
export function scaleOf(options: ScreenshotJobOptions, page: SizedPage): number {
  return (options.screenshotOptions.viewport.width * pixelRatio(options)) / widthOf(options, page);
}

/** Image px of the window's height. */
function heightPx(options: ScreenshotJobOptions): number {
  return options.screenshotOptions.viewport.height * pixelRatio(options);
}

/** The whole page down to its largest height, or the window. Vertical text is shown from its beginning to the widest picture. */
export function pageExtent(options: ScreenshotJobOptions, page: SizedPage): Extent {
  const { height, window, across = 0 } = page;
  const { fullPageMaxHeight = Number.POSITIVE_INFINITY } = options.screenshotOptions;
  const isWhole = showsWholePage(options);
  const scale = scaleOf(options, page);
  const width = widthOf(options, page);
  const widest = Math.floor(LIMITS.webpSidePx / scale);
  // The browser rounds up the window of a phone, which is larger in CSS px than asked.
  const windowHeight = Math.min(window.height, Math.round(heightPx(options) / scale));
  const cssWidth = isWhole ? Math.max(width, Math.min(across, widest)) : width;
  return {
    // Text from right to left begins at the right edge of the window.
    left: Math.max(0, window.left + width - cssWidth),
    // A clip counts from the top of the document, and Chromium has drawn only what the window shows.
    top: isWhole ? 0 : window.top,
    cssWidth,
    cssHeight: isWhole ? Math.min(Math.max(height, window.height), fullPageMaxHeight) : windowHeight,
    scale,
  };
}

/**
 * The part that `clip` or `selector` names. Null for an element that is not there, with `bestAttempt`.
 * @throws PageFault `clip_outside_page`, `invalid_selector`, `wait_failed`
 */
export async function partExtent(
  cdpSession: CDPSession,
  options: ScreenshotJobOptions,
  page: SizedPage,
  journal: Journal,
): Promise<Extent | null> {
  const { clip, selector, padding } = options.screenshotOptions;
  const size = await sizeOf(cdpSession, page);
  const box =
    selector === undefined ? clipBox(clip, size) : await elementBox(cdpSession, selector, padding, size);
  if (box) {
    const { left, top, right, bottom } = box;
    return {
      left: page.window.left + left,
      top,
      cssWidth: right - left,
      cssHeight: bottom - top,
      scale: scaleOf(options, page),
    };
  }
  const message = `selector: no visible element matches “${shown(selector ?? "")}”.`;
  if (!options.bestAttempt) throw new PageFault("wait_failed", "capturing", message);
  journal.warn({ code: "wait_failed", message });
  return null;
}

/** Also what is to the right of the window belongs to the page. */
async function sizeOf(cdpSession: CDPSession, { height, window }: SizedPage): Promise<Size> {
  const { cssContentSize } = await cdpSession.send("Page.getLayoutMetrics");
  return {
    width: Math.max(Math.floor(cssContentSize.width) - window.left, window.width),
    height: Math.max(height, window.height),
  };
}

function clipBox(clip: Clip, { width, height }: Size): Box {
  const left = Math.round(clip?.x ?? 0);
  const top = Math.round(clip?.y ?? 0);
  const box = { left, top, right: left + (clip?.width ?? 0), bottom: top + (clip?.height ?? 0) };
  if (box.right <= width && box.bottom <= height) return box;
  const message = `The clip ends at x ${box.right}, y ${box.bottom}. The page is ${width} px wide and ${height} px tall.`;
  throw new PageFault("clip_outside_page", "capturing", message);
}

/** Null when no visible element of the page matches. */
async function elementBox(
  cdpSession: CDPSession,
  selector: string,
  padding = 0,
  { width, height }: Size,
): Promise<Box | null> {
  const response = evaluate(cdpSession, call(boxInPage, selector, findInPage), Found).catch(leaveOut);
  const found = await orFault(response, BOX_TIMEOUT_MS, "page_timeout", "capturing");
  if (found === "invalid") {
    const message = `selector: “${shown(selector)}” is not a valid CSS selector.`;
    throw new PageFault("invalid_selector", "capturing", message);
  }
  if (found === "missing") return null;
  const box = {
    left: Math.max(0, Math.floor(found.left - padding)),
    top: Math.max(0, Math.floor(found.top - padding)),
    right: Math.min(width, Math.ceil(found.right + padding)),
    bottom: Math.min(height, Math.ceil(found.bottom + padding)),
  };
  return box.left < box.right && box.top < box.bottom ? box : null;
}

/** For a page that has replaced what the in-page function needs. A lost connection is a fault of ours. */
function leaveOut(error: unknown): "missing" {
  if (error instanceof Spoiled) return "missing";
  throw error;
}
