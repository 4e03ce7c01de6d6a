import { expect, test } from "vitest";
import { randomBase62 } from "./base62.ts";

test("texts never repeat, have the requested length and use every character of the alphabet", () => {
  const texts = Array.from({ length: 5_000 }, () => randomBase62(22));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.every((text) => /^[0-9A-Za-z]{22}$/.test(text))).toBe(true);
  const counts = Object.values(Object.groupBy(texts.join(""), (letter) => letter)).map(
    (all = []) => all.length,
  );
  expect(counts).toHaveLength(62);
  // 1,774 of each character are expected; the bounds are ten standard deviations either way.
  for (const count of counts) expect(Math.abs(count - (5_000 * 22) / 62)).toBeLessThan(420);
});
