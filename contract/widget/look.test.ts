import { expect, test } from "vitest";
import { contrast, DEFAULT_LOOK, lookVariables } from "./look.ts";
import { embedCode } from "./snippet.ts";

test("the default look needs no variable, and its label is readable", () => {
  expect(lookVariables(DEFAULT_LOOK)).toEqual([]);
  expect(embedCode("https://platen.example", "pk", {}, [])).not.toContain("style");
  expect(contrast(DEFAULT_LOOK.background, DEFAULT_LOOK.color)).toBeGreaterThan(4.5);
});

test("the snippet's style has the variables that differ", () => {
  const look = { ...DEFAULT_LOOK, background: "#112233", shape: "pill", icon: false } as const;
  expect(embedCode("https://platen.example", "pk", {}, lookVariables(look))).toContain(
    'style="--platen-background: #112233; --platen-radius: 999px; --platen-icon: none"',
  );
});

test.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#123456", "#123456", 1],
])("the contrast of %s and %s is %d", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});
