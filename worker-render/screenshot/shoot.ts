/** Takes the picture: in one piece where it fits, else in bands that are joined while they come. */
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import type { JobOptions } from "#contract/job-request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { ScreenshotType } from "#contract/option-values.ts";
import { pixelRatio } from "../page/device.ts";
import { PageFault } from "../page-fault.ts";
import { type Band, bandsOf } from "./bands.ts";
import { imageSize } from "./image-size.ts";
import { stitchJpeg } from "./jpeg-stitch.ts";
import { stitchPng } from "./png-stitch.ts";

export type ScreenshotOptions = Extract<JobOptions, { outputType: "screenshot" }>;

/** Longest wait for one band. */
const CAPTURE_MS = 15_000;
/** A single colour takes up to this many bytes a px, measured: a frame that was never drawn looks like that. */
const BLANK_BYTES_PER_PX = { png: 0.0175, jpeg: 0.006, webp: 0.0015 } as const;

interface Shape {
  width: number;
  height: number;
  ratio: number;
}

/** Throws PageFault when the type cannot hold the page's height, before any work is done. */
export function refuseHeight(type: ScreenshotType, imagePx: number): void {
  if (imagePx > LIMITS.screenshotHeightPx) throw new PageFault("page_too_tall", "capturing");
  const side = { png: LIMITS.screenshotHeightPx, jpeg: LIMITS.jpegSidePx, webp: LIMITS.webpSidePx }[type];
  if (imagePx > side) throw new PageFault("image_type_too_small", "capturing");
}

/** The picture of a ready page of `pageHeight` CSS px, in parts. */
export function shoot(
  session: CDPSession,
  options: ScreenshotOptions,
  pageHeight: number,
): AsyncGenerator<Uint8Array> {
  const { viewport, type, quality, fullPage } = options;
  const height = fullPage ? Math.max(pageHeight, viewport.height) : viewport.height;
  const shape = { width: viewport.width, height, ratio: pixelRatio(options) };
  const imagePx = height * shape.ratio;
  refuseHeight(type, imagePx);
  const bands = bandsOf(shape, type, quality);
  const beyond = height > viewport.height;
  const pictures = capture(session, { type, quality }, bands, shape, beyond);
  if (bands.length === 1) return pictures;
  if (type === "png") return checked(stitchPng(pictures, imagePx));
  if (type === "jpeg") return checked(stitchJpeg(pictures, imagePx));
  return wholeWebp(session, quality, shape, bands, beyond);
}

interface Format {
  type: ScreenshotType;
  quality: number | null;
}

/** The bands in their order. The browser draws the next one while the last is being joined. */
async function* capture(
  session: CDPSession,
  format: Format,
  bands: Band[],
  shape: Shape,
  beyond: boolean,
): AsyncGenerator<Uint8Array> {
  const shot = (band: Band) => {
    const picture = captureBand(session, format, band, shape, beyond);
    // Whoever reads it is told; nobody may be left to read it.
    picture.catch(() => undefined);
    return picture;
  };
  let next: Promise<Uint8Array> | null = null;
  for (const [index, band] of bands.entries()) {
    let bytes: Uint8Array = await (next ?? shot(band));
    const blank = bytes.length < band.height * shape.width * shape.ratio ** 2 * BLANK_BYTES_PER_PX[format.type];
    if (blank && index === 0) bytes = await shot(band);
    const following = bands[index + 1];
    next = following ? shot(following) : null;
    yield bytes;
  }
}

async function captureBand(
  session: CDPSession,
  { type, quality }: Format,
  band: Band,
  { width, ratio }: Shape,
  beyond: boolean,
): Promise<Uint8Array> {
  const request: Protocol.Page.CaptureScreenshotRequest = {
    format: type,
    optimizeForSpeed: type === "png",
    clip: { x: 0, y: band.top, width, height: band.height, scale: 1 },
    captureBeyondViewport: beyond,
  };
  if (quality !== null) request.quality = quality;
  const { data } = await session.send("Page.captureScreenshot", request, { timeout: CAPTURE_MS });
  const bytes = Buffer.from(data, "base64");
  const size = imageSize(bytes, type);
  if (size?.width !== Math.round(width * ratio) || size.height !== Math.round(band.height * ratio)) {
    throw new PageFault("capture_failed", "capturing");
  }
  return bytes;
}

/** WebP cannot be joined. It is smaller than the same bands in another type, so those say whether one message holds it. */
async function* wholeWebp(
  session: CDPSession,
  quality: number | null,
  shape: Shape,
  bands: Band[],
  beyond: boolean,
): AsyncGenerator<Uint8Array> {
  const probe: Format = quality === 100 ? { type: "png", quality: null } : { type: "jpeg", quality };
  let bytes = 0;
  for await (const picture of capture(session, probe, bands, shape, beyond)) {
    bytes += picture.length;
    if (bytes > LIMITS.webpBytes) throw new PageFault("result_too_large", "capturing");
  }
  const whole = { top: 0, height: shape.height };
  yield captureBand(session, { type: "webp", quality }, whole, shape, beyond);
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
