/** How a picture is cut into bands that each fit a texture and a DevTools message. */
import type { ScreenshotType } from "#contract/option-values.ts";

/** Chromium's textures end here, whatever machine it runs on. */
const TEXTURE_PX = 16_384;
/** Encoded bytes of one capture; in base64 a third more, and at 32 MiB the DevTools connection dies. */
const MESSAGE_BYTES = 17_000_000;
/** Rows that JPEG blocks of 4:2:0 come in; bands that start on them can be joined without loss. */
export const BLOCK_ROWS = 16;

/** Most bytes that a px can take, measured on noise. */
function worstBytesPerPx(type: ScreenshotType, quality: number | null): number {
  if (type === "png" || (type === "webp" && quality === 100)) return 3.1;
  return (quality ?? 100) > 90 ? 2.2 : 1.3;
}

export interface Band {
  /** CSS px from the top of the picture. */
  top: number;
  height: number;
}

/** Bands of equal height (but the last) from top to bottom, in CSS px, for a picture of the given CSS px. */
export function bandsOf(
  size: { width: number; height: number; ratio: number },
  type: ScreenshotType,
  quality: number | null,
): Band[] {
  const rowBytes = size.width * size.ratio * worstBytesPerPx(type, quality);
  const rows = Math.min(TEXTURE_PX, Math.floor(MESSAGE_BYTES / rowBytes)) / size.ratio;
  const step = Math.max(BLOCK_ROWS, Math.floor(rows / BLOCK_ROWS) * BLOCK_ROWS);
  const bands: Band[] = [];
  for (let top = 0; top < size.height; top += step) {
    bands.push({ top, height: Math.min(step, size.height - top) });
  }
  return bands;
}
