/** Takes the picture: in one piece where it fits, else in bands that are joined while they come. */
import type { Protocol } from "devtools-protocol";
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import type { ScreenshotType } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { PageFault } from "../fault/page-fault.ts";
import { pixelRatio } from "../page/device.ts";
import type { ReadyPage } from "../page/readiness.ts";
import { type Band, bandsOf, type Extent, MESSAGE_BYTES } from "./bands.ts";
import { imageSize } from "./image-size.ts";
import { stitchJpeg } from "./join/jpeg.ts";
import { stitchPng } from "./join/png.ts";
import { isOneColour } from "./one-colour.ts";

/** Longest wait for one band. */
const CAPTURE_MS = 15_000;
/** Pixels across of the small picture in which a blank page is recognised. */
const BLANK_LOOK_PX = 400;
/** A single colour takes up to as many bytes and bytes a px, measured: a frame that was never drawn looks like that. */
const BLANK_HEAD_BYTES = 1_500;
const BLANK_BYTES_PER_PX = { png: 0.0175, jpeg: 0.006, webp: 0.0015 } as const;

interface Format {
  type: ScreenshotType;
  /** None for PNG. */
  quality?: number | undefined;
  /** The device's own part of the extent's scale. */
  ratio: number;
  beyond: boolean;
  /** Words stand somewhere in the picture, so it cannot be of one colour. */
  inked: boolean;
}

/** Throws PageFault when the type cannot hold the page's height, before any work is done. */
export function refuseHeight(type: ScreenshotType, imagePx: number): void {
  if (imagePx > LIMITS.screenshotHeightPx) throw new PageFault("page_too_tall", "capturing");
  const side = { png: LIMITS.screenshotHeightPx, jpeg: LIMITS.jpegSidePx, webp: LIMITS.webpSidePx }[type];
  if (imagePx > side) throw new PageFault("image_type_too_small", "capturing");
}

/** The picture of a ready page, in parts. */
export function shoot(
  session: CDPSession,
  options: ScreenshotJobOptions,
  page: Pick<ReadyPage, "height" | "window" | "hasWords">,
): AsyncGenerator<Uint8Array> {
  const { type, quality, fullPage } = options.screenshotOptions;
  const extent = extentOf(options, page);
  const bands = bandsOf(extent, type, quality);
  const rows = bands.reduce((sum, band) => sum + band.rows, 0);
  refuseHeight(type, rows);
  const beyond = fullPage && page.height > page.window.height;
  const format = { type, quality, ratio: pixelRatio(options), beyond, inked: fullPage && page.hasWords };
  if (bands.length > 1 && type === "webp") return wholeWebp(session, format, extent, bands);
  const pictures = capture(session, format, extent, bands);
  if (bands.length === 1) return pictures;
  return checked(type === "png" ? stitchPng(pictures, rows) : stitchJpeg(pictures, rows));
}

/** A phone shows a page that was made for wider windows, or is wider, smaller: all of it, as wide as the screen. */
export function extentOf(
  options: ScreenshotJobOptions,
  { height, window }: Pick<ReadyPage, "height" | "window">,
): Extent {
  const { viewport, fullPage } = options.screenshotOptions;
  const cssWidth = options.formFactor === "mobile" ? window.width : viewport.width;
  return {
    cssWidth,
    cssHeight: fullPage ? Math.max(height, window.height) : window.height,
    scale: (viewport.width * pixelRatio(options)) / cssWidth,
  };
}

/** The bands in their order. The browser draws the next one while the last is being joined, if there is room for both. */
async function* capture(
  session: CDPSession,
  format: Format,
  extent: Extent,
  bands: Band[],
): AsyncGenerator<Uint8Array> {
  const shot = (band: Band) => {
    const picture = captureBand(session, format, extent, band);
    // Whoever reads it is told; nobody may be left to read it.
    picture.catch(() => undefined);
    return picture;
  };
  let next: Promise<Uint8Array> | null = null;
  for (const [index, band] of bands.entries()) {
    let bytes: Uint8Array = await (next ?? shot(band));
    const px = band.rows * extent.cssWidth * extent.scale;
    const blank = bytes.length < BLANK_HEAD_BYTES + px * BLANK_BYTES_PER_PX[format.type];
    if (blank && index === 0) bytes = await shot(band);
    if (blank && bands.length === 1 && format.inked) await refuseOneColour(session, format, extent, band);
    const following = bands[index + 1];
    next = following && bytes.length * 2 <= MESSAGE_BYTES ? shot(following) : null;
    yield bytes;
  }
}

/** White words on white are a blank picture, whatever the document says. */
async function refuseOneColour(
  session: CDPSession,
  format: Format,
  { cssWidth, cssHeight }: Extent,
  { top, height }: Band,
): Promise<void> {
  const scale = Math.min(1, BLANK_LOOK_PX / cssWidth) * format.ratio;
  const rows = Math.round(height * scale);
  const look = { ...format, type: "png", quality: undefined } as const;
  const picture = await captureBand(session, look, { cssWidth, cssHeight, scale }, { top, height, rows });
  if (!isOneColour(picture)) return;
  throw new PageFault(
    "empty_page",
    "capturing",
    "The page has words, but they cannot be seen: its picture is of one colour.",
  );
}

async function captureBand(
  session: CDPSession,
  { type, quality, ratio, beyond }: Format,
  { cssWidth, scale }: Extent,
  { top, height, rows }: Band,
): Promise<Uint8Array> {
  const request: Protocol.Page.CaptureScreenshotRequest = {
    format: type,
    optimizeForSpeed: type === "png",
    clip: { x: 0, y: top, width: cssWidth, height, scale: scale / ratio },
    captureBeyondViewport: beyond,
  };
  if (quality !== undefined) request.quality = quality;
  const shot = session.send("Page.captureScreenshot", request, { timeout: CAPTURE_MS });
  const { data } = await shot.catch((error: unknown) => {
    if (/Unable to capture|timed out/.test(String(error))) throw new PageFault("capture_failed", "capturing");
    throw error;
  });
  const bytes = Buffer.from(data, "base64");
  const size = imageSize(bytes, type);
  if (size?.width !== Math.round(cssWidth * scale) || size.height !== rows) {
    throw new PageFault("capture_failed", "capturing");
  }
  return bytes;
}

/** WebP cannot be joined. It is smaller than the same bands in another type, so those say whether one message holds it. */
async function* wholeWebp(
  session: CDPSession,
  format: Format,
  extent: Extent,
  bands: Band[],
): AsyncGenerator<Uint8Array> {
  const probe: Format =
    format.quality === 100 ? { ...format, type: "png", quality: undefined } : { ...format, type: "jpeg" };
  let bytes = 0;
  for await (const picture of capture(session, probe, extent, bands)) {
    bytes += picture.length;
    if (bytes > LIMITS.webpBytes) throw new PageFault("result_too_large", "capturing");
  }
  const { cssHeight: height, scale } = extent;
  yield captureBand(session, format, extent, { top: 0, height, rows: Math.round(height * scale) });
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
