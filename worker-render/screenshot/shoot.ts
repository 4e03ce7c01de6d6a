/** Takes the screenshot of a page: finds its extent, stops what is taller than the window, and looks whether it is drawn. */
import { z } from "zod";
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import { ignore } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { pixelRatio } from "../page/device.ts";
import type { ReadyPage } from "../page/readiness.ts";
import type { Extent } from "./bands.ts";
import { drawsWholeDocument } from "./drawn-below.ts";
import endAgainInPage from "./end-again.in-page.js";
import { holdStill } from "./hold-still.ts";
import { drawMark } from "./mark.ts";
import { isPart, pageExtent, partExtent } from "./part.ts";
import { planOf } from "./plan.ts";
import { NotDrawn, type Shooting, takePicture } from "./take-picture.ts";
import { takeThumbnail, topOf } from "./thumbnail.ts";

/** Filled before the first part of the screenshot comes. Null without the option `thumbnail`. */
export interface Thumbnail {
  bytes: Uint8Array | null;
}

/** Longest wait for a response of the page. */
const PREPARE_MS = 1_000;

type ShotPage = Pick<ReadyPage, "height" | "window" | "hasWords" | "across">;

const CUT = {
  code: "wide_cut",
  message: "The page is wider than the widest image. The end of its text was cut off.",
};

/** The picture of a ready page, in parts. Throws PageFault at once for a page that is too tall. */
export function shoot(
  tab: Shooting["tab"],
  options: ScreenshotJobOptions,
  mark: string | null,
  page: ShotPage,
  journal: Journal,
  thumbnail: Thumbnail,
): AsyncGenerator<Uint8Array> {
  const held = () => shootHeld(tab, options, mark, page, journal, thumbnail);
  // The mark is drawn once the page's scripts have ended, so that they cannot remove it.
  if (isPart(options) || mark !== null) return held();
  const extent = pageExtent(options, page);
  const { fullPage, transparent: hasAlpha = false, thumbnail: width } = options.screenshotOptions;
  const plan = planOf(options.screenshotOptions, extent);
  if (fullPage && (page.height > page.window.height || page.across)) return held();
  const isInked = fullPage && page.hasWords && showsAll(plan.extent, page);
  const shooting = { tab, ratio: pixelRatio(options), beyond: false, hasAlpha };
  const picture = takePicture({ ...shooting, plan, isInked }, async () => true);
  if (width === undefined) return picture;
  const small = () => takeThumbnail(shooting, topOf(plan.extent, page.window), width, plan);
  return afterThumbnail(small, thumbnail, picture);
}

async function* afterThumbnail(
  small: () => Promise<Uint8Array>,
  thumbnail: Thumbnail,
  picture: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  thumbnail.bytes = await small();
  yield* picture;
}

/** Whether the picture reaches to the end of the page. */
function showsAll({ cssHeight }: Extent, { height }: ShotPage): boolean {
  return cssHeight >= height;
}

function isInWindow({ left, top, cssWidth, cssHeight }: Extent, { window }: ShotPage): boolean {
  const isBeside = left < window.left || left + cssWidth > window.left + window.width;
  return top + cssHeight <= window.height && !isBeside;
}

/** A page that is taller than its window, or a part of a page, as it stands at one moment. */
async function* shootHeld(
  tab: Shooting["tab"],
  options: ScreenshotJobOptions,
  mark: string | null,
  page: ShotPage,
  journal: Journal,
  thumbnail: Thumbnail,
): AsyncGenerator<Uint8Array> {
  const { cdpSession } = tab;
  const still = await holdStill(cdpSession, page.height);
  const held = { ...page, height: still.height };
  const part = isPart(options) ? await partExtent(cdpSession, options, held, journal) : null;
  const whole = pageExtent(options, held);
  const plan = planOf(options.screenshotOptions, part ?? whole);
  const { extent } = plan;
  if (!part && page.across && page.across > whole.cssWidth) journal.warn(CUT);
  if (mark !== null) await drawMark(tab, mark, { ...extent, left: extent.left - page.window.left });
  const { transparent: hasAlpha = false, thumbnail: width } = options.screenshotOptions;
  const ratio = pixelRatio(options);
  const isDrawn = async (shown: Extent) =>
    isInWindow(shown, page) || (await drawsWholeDocument(cdpSession, whole, page.window.height, ratio));
  if (width !== undefined) {
    const top = topOf(extent, page.window);
    const beyond = !(await isDrawn(top));
    if (beyond) await prepareBeyond(cdpSession);
    const shooting = { tab, ratio, beyond, hasAlpha };
    thumbnail.bytes = await takeThumbnail(shooting, top, width, plan);
  }
  const shot: Shot = async function* (beyond) {
    if (beyond) await prepareBeyond(cdpSession);
    const isInked = beyond && page.hasWords && !part && showsAll(extent, held);
    const below = beyond
      ? undefined
      : { top: page.window.height - extent.top, isDrawn: () => isDrawn(extent) };
    yield* takePicture({ tab, plan, ratio, beyond, below, isInked, hasAlpha }, still.check);
  };
  yield* plan.bands.length === 1 ? shootOnce(shot, () => isDrawn(extent)) : shootBands(shot);
  if (!still.hasMoved()) return;
  journal.warn({
    code: "layout_moved",
    message: "The page's height changed while it was captured; something may be missing or shown twice.",
  });
}

/** Such a capture lays the page out in a window of 1 × 1 px first. A page that does not respond is captured as it is. */
async function prepareBeyond(cdpSession: CDPSession): Promise<void> {
  await within(evaluate(cdpSession, call(endAgainInPage), z.unknown()).catch(ignore), PREPARE_MS, ignore);
}

/** The picture, drawn by the page as it is, or beyond its window. */
type Shot = (beyond: boolean) => AsyncGenerator<Uint8Array>;

/** One look is enough where the picture can still be taken again. */
async function* shootOnce(shot: Shot, isDrawn: () => Promise<boolean>): AsyncGenerator<Uint8Array> {
  for await (const picture of shot(false)) {
    if (await isDrawn()) yield picture;
    else yield* shot(true);
  }
}

/** A page that is no longer drawn after its first band has white bands: a fault of ours. */
async function* shootBands(shot: Shot): AsyncGenerator<Uint8Array> {
  let isBegun = false;
  try {
    for await (const part of shot(false)) {
      isBegun = true;
      yield part;
    }
  } catch (error) {
    if (isBegun || !(error instanceof NotDrawn)) throw error;
    yield* shot(true);
  }
}
