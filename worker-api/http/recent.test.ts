import { expect, test } from "vitest";
import { Recent } from "./recent.ts";

const NOW = 1_000_000;

test("a value is kept for a minute after it was last set", () => {
  const recent = new Recent<number>();
  recent.set("a", 1, NOW);
  expect(recent.get("a", NOW + 59_999)).toBe(1);
  expect(recent.get("a", NOW + 60_000)).toBeUndefined();
  recent.set("a", 2, NOW + 30_000);
  expect(recent.get("a", NOW + 60_000)).toBe(2);
});

test("of too many values the one that was set first is dropped", () => {
  const recent = new Recent<number>();
  for (let number = 0; number < 10_000; number++) recent.set(`text ${number}`, number, NOW);
  recent.set("text 0", 0, NOW);
  recent.set("one more", 0, NOW);
  expect(recent.get("text 1", NOW)).toBeUndefined();
  expect(recent.get("text 0", NOW)).toBe(0);
  expect(recent.get("text 2", NOW)).toBe(2);
});
