/** Reads the width and height of an encoded picture, to find out whether the browser captured all of it. */
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import type { ScreenshotType } from "#contract/job/values.ts";

/** Longest header of the three types. From a shorter view of a buffer, the library would read past the view's end. */
const MIN_BYTES = 30;
const READERS = { png: PNG, jpeg: JPG, webp: WEBP } satisfies Record<ScreenshotType, unknown>;

/** The size in image px, or null when the bytes are not a picture of this type. */
export function imageSize(bytes: Uint8Array, type: ScreenshotType): { width: number; height: number } | null {
  if (bytes.length < MIN_BYTES) return null;
  const reader = READERS[type];
  try {
    return reader.validate(bytes) ? reader.calculate(bytes) : null;
  } catch {
    return null;
  }
}
