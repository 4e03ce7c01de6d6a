import { expect, test } from "vitest";
import { planOf } from "./plan.ts";
import type { Resize } from "./resize.ts";

const TALL = { left: 0, top: 0, cssWidth: 1_000, cssHeight: 20_000, scale: 1 };
const WIDE = { left: 0, top: 0, cssWidth: 1_000, cssHeight: 400, scale: 1 };
const PHONE = { left: 0, top: 0, cssWidth: 390, cssHeight: 3_000, scale: 3 };

const whole = (extent: typeof TALL) => ({ left: 0, cssWidth: extent.cssWidth, cssHeight: extent.cssHeight });

test.for<[string, Resize, typeof TALL, { width: number; height: number } | null, object]>([
  ["a width alone keeps the ratio", { width: 500 }, TALL, { width: 500, height: 10_000 }, whole(TALL)],
  ["a height alone keeps the ratio", { height: 400 }, TALL, { width: 20, height: 400 }, whole(TALL)],
  [
    "one side keeps the ratio, whatever fit says",
    { width: 500, fit: "cover" },
    TALL,
    { width: 500, height: 10_000 },
    whole(TALL),
  ],
  ["one side is not stretched", { height: 400, fit: "fill" }, TALL, { width: 20, height: 400 }, whole(TALL)],
  ["inside fits both sides", { width: 500, height: 100 }, WIDE, { width: 250, height: 100 }, whole(WIDE)],
  ["no image is enlarged", { width: 2_000 }, WIDE, null, whole(WIDE)],
  [
    "no image is stretched beyond its size",
    { width: 2_000, height: 200, fit: "fill" },
    WIDE,
    { width: 1_000, height: 200 },
    whole(WIDE),
  ],
  [
    "cover cuts off the bottom",
    { width: 300, height: 300, fit: "cover" },
    TALL,
    { width: 300, height: 300 },
    { left: 0, cssWidth: 1_000, cssHeight: 1_000 },
  ],
  [
    "cover cuts off both sides alike",
    { width: 100, height: 100, fit: "cover" },
    WIDE,
    { width: 100, height: 100 },
    { left: 300, cssWidth: 400, cssHeight: 400 },
  ],
  [
    "cover cuts what is too small without enlarging it",
    { width: 2_000, height: 2_000, fit: "cover" },
    WIDE,
    null,
    { left: 300, cssWidth: 400, cssHeight: 400 },
  ],
  [
    "image px are counted, not CSS px",
    { width: 1_170, height: 500, fit: "cover" },
    PHONE,
    { width: 1_170, height: 500 },
    { left: 0, cssWidth: 390, cssHeight: 167 },
  ],
  ["a line stays a line", { width: 1 }, { ...WIDE, cssHeight: 1 }, { width: 1, height: 1 }, { cssHeight: 1 }],
])("%s", ([, resize, extent, size, shown]) => {
  const plan = planOf({ type: "jpeg", quality: 90, resize }, extent);
  expect(plan.to).toEqual(size);
  expect(plan.extent).toMatchObject(shown);
});

test("a type that cannot hold the whole page can hold the resized image", () => {
  expect(() => planOf({ type: "webp", quality: 90 }, TALL)).toThrow("20,000 px tall");
  expect(planOf({ type: "webp", quality: 90, resize: { width: 500 } }, TALL).to?.height).toBe(10_000);
  const tooTall = { ...TALL, cssHeight: 120_000 };
  expect(() => planOf({ type: "png", resize: { width: 500 } }, tooTall)).toThrow("120,000 px tall");
});
