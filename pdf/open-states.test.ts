import { describe, expect, test } from "vitest";
import { openStates } from "./open-states.ts";

describe("the states that a page's content leaves open", () => {
  test.for([
    ["q 1 0 0 1 0 0 cm Q", 0],
    ["q q 0 0 9 9 re W n Q", 1],
    ["Q q Q", 0],
    ["q (q \\) q (q) q) Tj /q gs % q q\nQ", 0],
    ["q BI /W 1 /H 1 ID \u0000 q EIq q \u00ff EI Q", 0],
    ["q [(q)-20(q)] TJ <</q 1>> BDC Q q", 1],
    ["q (never closed q", 1],
    ["q BI ID never closed q", 1],
  ] as const)("of %j are %i", ([content, open]) => {
    expect(openStates(content)).toBe(open);
  });

  test("add up over the parts of a content", () => {
    expect(openStates("Q Q", openStates("q q q"))).toBe(1);
  });

  test("are found in megabytes of opened texts and images, in time for a job", () => {
    for (const part of ["(", "BI ID ", "%", "<", "q("])
      expect(openStates(part.repeat(2_000_000))).toBeLessThan(2);
  });
});
