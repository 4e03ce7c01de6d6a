import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { isOneColour } from "./one-colour.ts";

const FILTERS = [0, 1, 2, 3, 4] as const;

function chunk(name: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(name, 4, "latin1");
  // The reader ignores the checksum, so it may be zero.
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}

/** A PNG of `pixels` (rows of samples, four per pixel), each row with the given filter. */
function png(pixels: number[][], filter: (typeof FILTERS)[number]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE((pixels[0]?.length ?? 0) / 4);
  header.writeUInt32BE(pixels.length, 4);
  header.set([8, 6], 8);
  const rows = pixels.map((row, y) => [
    filter,
    ...row.map((value, x) => {
      const left = row[x - 4] ?? 0;
      const up = pixels[y - 1]?.[x] ?? 0;
      const upLeft = pixels[y - 1]?.[x - 4] ?? 0;
      const near = [left, up, upLeft].toSorted(
        (a, b) => Math.abs(left + up - upLeft - a) - Math.abs(left + up - upLeft - b),
      );
      const predicted = [0, left, up, (left + up) >> 1, near[0] ?? 0][filter] ?? 0;
      return (value - predicted) & 0xff;
    }),
  ]);
  const data = deflateSync(Uint8Array.from(rows.flat()));
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const row = (...greys: number[]) => greys.flatMap((grey) => [grey, grey, grey, 255]);
const SHEET = [row(250, 250, 250), row(250, 250, 250), row(250, 250, 250)];

test.for(FILTERS)(
  "with filter %i, a blank picture has one colour, and one with a dot in its middle or at its end does not",
  (filter) => {
    expect(isOneColour(png(SHEET, filter))).toBe(true);
    expect(isOneColour(png([...SHEET.slice(0, 2), row(250, 250, 240)], filter))).toBe(false);
    expect(isOneColour(png([row(250, 250, 250), row(250, 9, 250), row(250, 250, 250)], filter))).toBe(false);
  },
);

test("differences that the eye does not see count as one colour", () => {
  expect(isOneColour(png([row(250, 251, 249)], 0))).toBe(true);
});
