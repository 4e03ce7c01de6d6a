import { expect, test } from "vitest";
import { percentile } from "./percentile.ts";

test("a percentile is the smallest value that the given share of the values do not exceed", () => {
  const values = [50, 10, 40, 20, 30];
  expect(percentile(values, 0.5)).toBe(30);
  expect(percentile(values, 0.95)).toBe(50);
  expect(percentile(values, 0)).toBe(10);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBeNull();
});
