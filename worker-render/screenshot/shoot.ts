/** Takes the picture: in one piece where it fits, else in bands that are joined while they come. */
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { pixelRatio } from "../page/device.ts";
import type { ReadyPage } from "../page/readiness.ts";
import { type Band, type Extent, MESSAGE_BYTES } from "./bands.ts";
import { captureBand, type Format } from "./capture-band.ts";
import { holdStill } from "./hold-still.ts";
import { stitchJpeg } from "./join/jpeg.ts";
import { stitchPng } from "./join/png.ts";
import { isOneColour } from "./one-colour.ts";
import { isPart, pageExtent, partExtent } from "./part.ts";
import { type Plan, planOf } from "./plan.ts";
import { drawsWholeDocument } from "./whole-document.ts";

type ShotPage = Pick<ReadyPage, "height" | "window" | "hasWords">;
/** Whether a band just captured shows the same layout as the others. */
type Check = () => Promise<boolean>;

/** Pixels across of the small picture in which a blank page is recognised. */
const BLANK_LOOK_PX = 400;
/** A single colour takes up to as many bytes and bytes a px, measured: a frame that was never drawn looks like that. */
const BLANK_HEAD_BYTES = 1_500;
const BLANK_BYTES_PER_PX = { png: 0.0175, jpeg: 0.006, webp: 0.0015 } as const;

interface Shooting extends Plan {
  cdpSession: CDPSession;
  format: Format;
  extent: Extent;
  /** Words stand somewhere in the picture, so it cannot be of one colour. */
  isInked: boolean;
  /** The picture may be transparent. */
  hasAlpha: boolean;
}

/** The picture of a ready page, in parts. Throws PageFault at once for a page that is too tall. */
export function shoot(
  cdpSession: CDPSession,
  options: ScreenshotJobOptions,
  page: ShotPage,
  journal: Journal,
): AsyncGenerator<Uint8Array> {
  if (isPart(options)) return shootHeld(cdpSession, options, page, journal);
  const extent = pageExtent(options, page);
  const plan = planOf(options, extent);
  if (options.screenshotOptions.fullPage && page.height > page.window.height)
    return shootHeld(cdpSession, options, page, journal);
  const { type, quality, fullPage, transparent: hasAlpha = false } = options.screenshotOptions;
  const format = { type, quality, ratio: pixelRatio(options), beyond: false };
  const isInked = fullPage && page.hasWords && showsAll(extent, page);
  return joined({ ...plan, cdpSession, format, extent, isInked, hasAlpha }, async () => true);
}

/** Whether the picture reaches to the end of the page. */
function showsAll({ cssHeight }: Extent, { height }: ShotPage): boolean {
  return cssHeight >= height;
}

/** A page that is taller than its window, or a part of a page, as it stands at one moment. */
async function* shootHeld(
  cdpSession: CDPSession,
  options: ScreenshotJobOptions,
  page: ShotPage,
  journal: Journal,
): AsyncGenerator<Uint8Array> {
  const still = await holdStill(cdpSession, page.height);
  const held = { ...page, height: still.height };
  const part = isPart(options) ? await partExtent(cdpSession, options, held, journal) : null;
  const whole = pageExtent(options, held);
  const extent = part ?? whole;
  const plan = planOf(options, extent);
  const { type, quality, transparent: hasAlpha = false } = options.screenshotOptions;
  const ratio = pixelRatio(options);
  const isInWindow =
    extent.top + extent.cssHeight <= page.window.height && extent.left + extent.cssWidth <= page.window.width;
  const isDrawn = async () =>
    isInWindow || (await drawsWholeDocument(cdpSession, whole, page.window.height, ratio));
  const shot = (beyond: boolean) => {
    const format = { type, quality, ratio, beyond };
    const isInked = beyond && page.hasWords && !part && showsAll(extent, held);
    return joined({ ...plan, cdpSession, format, extent, isInked, hasAlpha }, still.check);
  };
  yield* plan.bands.length === 1 ? shootOnce(shot, isDrawn) : shootBands(shot, isDrawn);
  if (!still.hasMoved()) return;
  journal.warn({
    code: "layout_moved",
    message: "The page's height changed while it was captured; something may be missing or shown twice.",
  });
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

/** Looks before the first band and after the last. A page that is no longer drawn by then has white bands: a fault of ours. */
async function* shootBands(shot: Shot, isDrawn: () => Promise<boolean>): AsyncGenerator<Uint8Array> {
  const wasDrawn = await isDrawn();
  yield* shot(!wasDrawn);
  if (wasDrawn && !(await isDrawn()))
    throw new Error("The page below its window was lost between two bands.");
}

function joined(shooting: Shooting, check: Check): AsyncGenerator<Uint8Array> {
  const { bands, rows, format, hasAlpha } = shooting;
  if (bands.length > 1 && format.type === "webp") return wholeWebp(shooting, check);
  const pictures = capture(shooting, check);
  if (bands.length === 1) return pictures;
  return checked(format.type === "png" ? stitchPng(pictures, rows, hasAlpha) : stitchJpeg(pictures, rows));
}

/** The bands in their order. The browser draws the next one while the last is being joined, if there is room for both. */
async function* capture(shooting: Shooting, check: Check): AsyncGenerator<Uint8Array> {
  const { cdpSession, format, extent, bands, isInked } = shooting;
  const shot = (band: Band) => {
    const picture = captureBand(cdpSession, format, extent, band);
    // The reader handles the error; there may be no reader any more.
    picture.catch(() => undefined);
    return picture;
  };
  let next: Promise<Uint8Array> | null = null;
  for (const [index, band] of bands.entries()) {
    let bytes: Uint8Array = await (next ?? shot(band));
    const px = band.rows * extent.cssWidth * extent.scale;
    const blank = bytes.length < BLANK_HEAD_BYTES + px * BLANK_BYTES_PER_PX[format.type];
    if (blank && index === 0) bytes = await shot(band);
    if (blank && bands.length === 1 && isInked) await refuseOneColour(shooting, band);
    if (!(await check())) bytes = await shot(band);
    const following = bands[index + 1];
    next = following && bytes.length * 2 <= MESSAGE_BYTES ? shot(following) : null;
    yield bytes;
  }
}

/** White words on white are a blank picture, whatever the document says. */
async function refuseOneColour(shooting: Shooting, { top, height }: Band): Promise<void> {
  const { cdpSession, format, extent } = shooting;
  const scale = Math.min(1, BLANK_LOOK_PX / extent.cssWidth) * format.ratio;
  const rows = Math.round(height * scale);
  const look = { ...format, type: "png", quality: undefined } as const;
  const picture = await captureBand(cdpSession, look, { ...extent, scale }, { top, height, rows });
  if (!isOneColour(picture)) return;
  throw new PageFault(
    "empty_page",
    "capturing",
    "The page has text, but the screenshot shows a single colour.",
  );
}

/** WebP cannot be joined. It is smaller than the same bands in another type, so those say whether one message holds it. */
async function* wholeWebp(shooting: Shooting, check: Check): AsyncGenerator<Uint8Array> {
  const { cdpSession, format, extent } = shooting;
  const probe: Format =
    format.quality === 100 ? { ...format, type: "png", quality: undefined } : { ...format, type: "jpeg" };
  let bytes = 0;
  for await (const picture of capture({ ...shooting, format: probe }, check)) {
    bytes += picture.length;
    if (bytes > LIMITS.webpBytes) throw new PageFault("result_too_large", "capturing");
  }
  const { cssHeight: height, scale } = extent;
  yield captureBand(cdpSession, format, extent, { top: 0, height, rows: Math.round(height * scale) });
}

/** Bands that do not fit together are the browser's doing: the job may be tried again. */
async function* checked(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    if (error instanceof PageFault) throw error;
    throw new Error("the picture's bands could not be joined", { cause: error });
  }
}
