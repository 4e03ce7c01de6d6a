import { expect, test } from "vitest";
import { bandsOf } from "./bands.ts";

const DEVTOOLS_BYTES = 24 * 1024 * 1024;

test.for([
  ["png", undefined, 1],
  ["png", undefined, 1170 / 980],
  ["jpeg", 100, 3],
  ["jpeg", 90, 1.37],
  ["webp", 100, 1],
] as const)(
  "%s at quality %s and scale %f: bands cover every row once and fit texture and message",
  ([type, quality, scale]) => {
    const cssHeight = 21_357;
    const bands = bandsOf({ cssWidth: 1_000, cssHeight, scale }, type, quality);
    let next = 0;
    for (const [index, band] of bands.entries()) {
      expect(band.top).toBe(next);
      next += band.height;
      expect(band.rows).toBe(Math.round(band.height * scale));
      expect(band.rows).toBeLessThanOrEqual(16_384);
      if (index < bands.length - 1) expect(band.rows % 16).toBe(0);
      const base64 = ((band.rows * 1_000 * scale * (type === "png" ? 3 : 1)) / 3) * 4;
      expect(base64).toBeLessThan(DEVTOOLS_BYTES);
    }
    expect(next).toBe(cssHeight);
  },
);

test.for([1.1, 1.3, 1.234, 1.5, 2.625, 1170 / 980])(
  "at the ratio %d, bands have as many rows as the whole page",
  (scale) => {
    const cssHeight = 30_000;
    const bands = bandsOf({ cssWidth: 1_000, cssHeight, scale }, "png", undefined);
    const rows = bands.reduce((sum, band) => sum + band.rows, 0);
    expect(Math.abs(rows - cssHeight * scale)).toBeLessThan(1);
  },
);
