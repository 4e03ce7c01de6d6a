import { expect, test } from "vitest";
import { phasesOf } from "./phases.ts";

test("a page with letters of other scripts has a phase with a name in words", () => {
  const phases = phasesOf({
    createdAt: "2026-11-28T12:00:00.000Z",
    startedOn: "2026-11-28T12:00:00.100Z",
    finishedOn: "2026-11-28T12:00:00.200Z",
    timings: { glyphs: 60, capture: 40 },
  });
  expect(phases.map(({ name, ms }) => [name, ms])).toEqual([
    ["Wait in the queue", 100],
    ["Add missing letters", 60],
    ["Create the file", 40],
  ]);
});
