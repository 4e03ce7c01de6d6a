/** Reads an encoded picture's own width and height, to know a partial answer from a whole one. */
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import type { ScreenshotType } from "#contract/job/values.ts";

/** Longest head of a type. The library reads past the end of a shorter view of a buffer. */
const MIN_BYTES = 30;
const READERS = { png: PNG, jpeg: JPG, webp: WEBP } satisfies Record<ScreenshotType, unknown>;

/** Image px, or null when the bytes are no picture of the type. */
export function imageSize(bytes: Uint8Array, type: ScreenshotType): { width: number; height: number } | null {
  if (bytes.length < MIN_BYTES) return null;
  const reader = READERS[type];
  try {
    return reader.validate(bytes) ? reader.calculate(bytes) : null;
  } catch {
    return null;
  }
}
