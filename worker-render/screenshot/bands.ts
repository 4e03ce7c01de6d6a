/** How a picture is cut into bands that each fit a texture and a DevTools message. */
import type { ScreenshotType } from "#contract/job/values.ts";

/** Chromium's textures end here, whatever machine it runs on. */
const TEXTURE_PX = 16_384;
/**
 * Encoded bytes of one capture. A Worker has 128 MB for all its tabs, and while a band of noise is joined and stored five
 * times its bytes are alive: the message, its base64, the bytes, parts of the file. (At 32 MiB the DevTools connection dies.)
 */
const MESSAGE_BYTES = 10_000_000;
/** Rows that JPEG blocks of 4:2:0 come in; bands that start on them can be joined without loss. */
const BLOCK_ROWS = 16;
/** Fractions of a row that differ by less are the same: products of decimals are not exact. */
const SAME_FRACTION = 1e-6;

/** Most bytes that a px can take, measured on noise. */
function worstBytesPerPx(type: ScreenshotType, quality: number | undefined): number {
  if (type === "png" || (type === "webp" && quality === 100)) return 3.1;
  return (quality ?? 100) > 90 ? 2.2 : 1.3;
}

export interface Band {
  /** CSS px from the top of the picture; whole ones, since Chromium drops the fraction of a clip. */
  top: number;
  height: number;
  /** Image px that Chromium makes of the height. */
  rows: number;
}

/** What a picture shows, and how many image px one CSS px of it takes. */
export interface Extent {
  /** CSS px from the top left corner of the document. */
  left: number;
  top: number;
  cssWidth: number;
  cssHeight: number;
  scale: number;
}

/** The most bytes that a capture of the band can have. */
export function mostBytesOf(
  { rows }: Band,
  { cssWidth, scale }: Pick<Extent, "cssWidth" | "scale">,
  { type, quality }: { type: ScreenshotType; quality?: number | undefined },
): number {
  return rows * cssWidth * scale * worstBytesPerPx(type, quality);
}

/**
 * Height of a band in CSS px, at most `mostPx`: one that takes whole rows of blocks, and almost no fraction of a row. Chromium
 * rounds the rows of each band, so fractions add up from band to band.
 */
function stepOf(mostPx: number, scale: number): number {
  let best = { step: BLOCK_ROWS, fraction: Number.POSITIVE_INFINITY };
  for (let step = mostPx; step >= Math.max(BLOCK_ROWS, mostPx / 2); step -= 1) {
    const rows = Math.round(step * scale);
    const fraction = Math.abs(step * scale - rows);
    if (rows % BLOCK_ROWS === 0 && fraction < best.fraction - SAME_FRACTION) best = { step, fraction };
  }
  return best.step;
}

/** Bands of equal height (but the last) from top to bottom; all but the last have whole rows of blocks. */
export function bandsOf(
  { cssWidth, cssHeight, scale }: Pick<Extent, "cssWidth" | "cssHeight" | "scale">,
  type: ScreenshotType,
  quality: number | undefined,
): Band[] {
  const rowBytes = cssWidth * scale * worstBytesPerPx(type, quality);
  const most = Math.min(TEXTURE_PX, MESSAGE_BYTES / rowBytes);
  const rowsOf = (height: number) => Math.round(height * scale);
  const step = stepOf(Math.floor(most / scale), scale);
  const bands: Band[] = [];
  for (let top = 0; top < cssHeight; top += step) {
    const height = Math.min(step, cssHeight - top);
    bands.push({ top, height, rows: rowsOf(height) });
  }
  return bands;
}
