/** Plans the bands of a picture, and refuses a picture that is too large for its type. */
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import type { ScreenshotType } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { PageFault } from "../fault/page-fault.ts";
import { type Band, bandsOf, type Extent } from "./bands.ts";

export interface Plan {
  bands: Band[];
  /** Image px of all bands. */
  rows: number;
}

/** Throws PageFault when the type cannot hold the picture, before any work is done. */
export function planOf({ screenshotOptions }: ScreenshotJobOptions, extent: Extent): Plan {
  const { type, quality } = screenshotOptions;
  const { cssWidth, cssHeight, scale } = extent;
  refuseWidth(Math.round(cssWidth * scale));
  refuseHeight(type, Math.round(cssHeight * scale));
  const bands = bandsOf(extent, type, quality);
  const rows = bands.reduce((sum, band) => sum + band.rows, 0);
  refuseHeight(type, rows);
  return { bands, rows };
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

function refuseHeight(type: ScreenshotType, imagePx: number): void {
  const most = LIMITS.screenshotHeightPx;
  if (imagePx > most) throw new PageFault("page_too_tall", "capturing", sentence(imagePx, "tall", most));
  const side = { png: most, jpeg: LIMITS.jpegSidePx, webp: LIMITS.webpSidePx }[type];
  if (imagePx <= side) return;
  throw new PageFault("image_type_too_small", "capturing", `${sentence(imagePx, "tall", side)} (${type})`);
}
