/** Plans the bands of a picture, and refuses a picture that is too large for its type. */
import type { ScreenshotType } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { PageFault } from "../fault/page-fault.ts";
import { type Band, bandsOf, type Extent } from "./bands.ts";
import { croppedTo, type Resize, resizedSize, type Size, sizeOf } from "./resize.ts";

/** What is asked of the file. */
export interface Wanted {
  type: ScreenshotType;
  quality?: number | undefined;
  resize?: Resize;
}

export interface Plan {
  file: Wanted;
  /** Type of the captures. */
  captured: Omit<Wanted, "resize">;
  extent: Extent;
  bands: Band[];
  /** Image px of all captures. */
  from: Size;
  /** Image px of the file, if it is smaller. */
  to: Size | null;
}

/** Throws PageFault when the type cannot hold the picture, before any work is done. */
export function planOf(file: Wanted, whole: Extent): Plan {
  const { type, quality, resize = {} } = file;
  const extent = croppedTo(whole, resize);
  const { width, height } = sizeOf(extent);
  refuseWidth(width);
  const full = resizedSize({ width, height }, resize);
  const isResized = full.width !== width || full.height !== height;
  refuseHeight(type, height, full.height);
  const captured = isResized ? ({ type: "png", quality: undefined } as const) : { type, quality };
  const bands = bandsOf(extent, captured.type, captured.quality);
  const rows = bands.reduce((sum, band) => sum + band.rows, 0);
  if (!isResized) refuseHeight(type, rows, rows);
  return { file, captured, extent, bands, from: { width, height: rows }, to: isResized ? full : null };
}

function sentence(imagePx: number, side: "tall" | "wide", limitPx: number): string {
  const [px, limit] = [imagePx, limitPx].map((number) => number.toLocaleString("en"));
  return `The image would be ${px} px ${side}. The limit is ${limit} px.`;
}

/** Chromium cannot draw wider pictures of any type. */
function refuseWidth(imagePx: number): void {
  if (imagePx <= LIMITS.webpSidePx) return;
  const message = sentence(imagePx, "wide", LIMITS.webpSidePx);
  throw new PageFault("image_type_too_small", "capturing", message);
}

/** `imagePx`: before it is resized. Lazy content further down has not been loaded. */
function refuseHeight(type: ScreenshotType, imagePx: number, resizedPx: number): void {
  const most = LIMITS.screenshotHeightPx;
  if (imagePx > most) throw new PageFault("page_too_tall", "capturing", sentence(imagePx, "tall", most));
  const side = { png: most, jpeg: LIMITS.jpegSidePx, webp: LIMITS.webpSidePx }[type];
  if (resizedPx <= side) return;
  throw new PageFault("image_type_too_small", "capturing", `${sentence(resizedPx, "tall", side)} (${type})`);
}
