/** Checks whether a PNG of Chromium has a single colour. */
import { inflateSync } from "node:zlib";
import { readPng } from "./join/png.ts";

/** Largest difference of two sample values that count as the same colour: the eye does not see it. */
const TOLERANCE = 2;

/** Whether all pixels have the same colour. For small pictures, because it inflates all rows at once. Throws if not a PNG. */
export function isOneColour(png: Uint8Array): boolean {
  const { header, data } = readPng(png);
  const samples = header.colorType === 6 ? 4 : 3;
  const rowBytes = header.width * samples;
  const rows = inflateSync(Buffer.concat(data));
  let above: Uint8Array = new Uint8Array(rowBytes);
  let colour: Uint8Array | null = null;
  for (let row = 0; row < header.height; row += 1) {
    const from = row * (rowBytes + 1);
    const pixels = unfiltered(rows.subarray(from, from + rowBytes + 1), above, samples);
    colour ??= pixels.slice(0, samples);
    for (const [at, value] of pixels.entries()) {
      if (Math.abs(value - (colour[at % samples] ?? 0)) > TOLERANCE) return false;
    }
    above = pixels;
  }
  return true;
}

/** The samples of a row without its filter. https://www.w3.org/TR/png-3/#9Filters */
function unfiltered(row: Uint8Array, above: Uint8Array, samples: number): Uint8Array {
  const pixels = new Uint8Array(row.length - 1);
  for (let at = 0; at < pixels.length; at += 1) {
    const left = pixels[at - samples] ?? 0;
    const up = above[at] ?? 0;
    const upLeft = at < samples ? 0 : (above[at - samples] ?? 0);
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][row[0] ?? 0] ?? 0;
    pixels[at] = ((row[at + 1] ?? 0) + predicted) & 0xff;
  }
  return pixels;
}

/** The Paeth predictor of the PNG standard. */
function paeth(left: number, up: number, upLeft: number): number {
  const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((value) => Math.abs(left + up - upLeft - value));
  if (toLeft === undefined || toUp === undefined || toUpLeft === undefined) return 0;
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
