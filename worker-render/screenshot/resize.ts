/** The size of an image after `resize`, and the part of the page that it then shows. */
import type { ScreenshotJobOptions } from "#contract/job/request.ts";
import type { Extent } from "./bands.ts";

export interface Size {
  width: number;
  height: number;
}

export type Resize = ScreenshotJobOptions["screenshotOptions"]["resize"];

/** Image px of the extent at its own scale. */
export function sizeOf({ cssWidth, cssHeight, scale }: Extent): Size {
  return { width: Math.round(cssWidth * scale), height: Math.round(cssHeight * scale) };
}

/** What of the extent the image shows: all, or with `cover` the part that has the ratio of the sides. */
export function croppedTo(extent: Extent, { width, height, fit }: NonNullable<Resize>): Extent {
  if (fit !== "cover" || !width || !height) return extent;
  const cssWidth = Math.min(extent.cssWidth, Math.ceil((extent.cssHeight * width) / height));
  const cssHeight = Math.min(extent.cssHeight, Math.ceil((extent.cssWidth * height) / width));
  const left = extent.left + Math.floor((extent.cssWidth - cssWidth) / 2);
  return { ...extent, left, cssWidth, cssHeight };
}

/** The size that the image gets. Never larger than it is. `fit` decides only between two sides. */
export function resizedSize(full: Size, resize: NonNullable<Resize>): Size {
  const { width = full.width, height = full.height } = resize;
  const fit = resize.width && resize.height ? resize.fit : "inside";
  if (fit === "fill") return { width: Math.min(full.width, width), height: Math.min(full.height, height) };
  if (fit === "cover" && full.width >= width && full.height >= height) return { width, height };
  const share = Math.min(1, width / full.width, height / full.height);
  return { width: atLeastOne(full.width * share), height: atLeastOne(full.height * share) };
}

function atLeastOne(px: number): number {
  return Math.max(1, Math.round(px));
}
