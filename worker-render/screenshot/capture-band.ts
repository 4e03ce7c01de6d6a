/** One picture of a part of the page, as Chromium encodes it. */
import type { Protocol } from "devtools-protocol";
import type { ScreenshotType } from "#contract/job/values.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { encoding } from "../devtools/encoding.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Band, Extent } from "./bands.ts";
import { imageSize } from "./image-size.ts";

/** Longest wait for one band. A WebP is captured in one piece, and Chromium needs five times as long for it as for a JPEG. */
const CAPTURE_TIMEOUT_MS = { png: 15_000, jpeg: 15_000, webp: 25_000 } as const;

export interface Format {
  type: ScreenshotType;
  /** None for PNG. */
  quality?: number | undefined;
  /** The device's own part of the extent's scale. */
  ratio: number;
  /** Whether Chromium draws what is below the window for this picture only (see `tab/whole-document.ts`). */
  beyond: boolean;
}

export async function captureBand(
  cdpSession: CDPSession,
  { type, quality, ratio, beyond }: Format,
  { left, top, cssWidth, scale }: Extent,
  band: Band,
): Promise<Uint8Array> {
  const request: Protocol.Page.CaptureScreenshotRequest = {
    format: type,
    optimizeForSpeed: type === "png",
    clip: { x: left, y: top + band.top, width: cssWidth, height: band.height, scale: scale / ratio },
    captureBeyondViewport: beyond,
  };
  if (quality !== undefined) request.quality = quality;
  const shot = cdpSession.send("Page.captureScreenshot", request, { timeout: CAPTURE_TIMEOUT_MS[type] });
  const { data } = await (type === "webp" ? encoding(cdpSession, shot) : shot).catch((error: unknown) => {
    if (/Unable to capture|timed out/.test(String(error))) throw new PageFault("capture_failed", "capturing");
    throw error;
  });
  const bytes = Buffer.from(data, "base64");
  const size = imageSize(bytes, type);
  if (size?.width !== Math.round(cssWidth * scale) || size.height !== band.rows) {
    throw new PageFault("capture_failed", "capturing");
  }
  return bytes;
}
