import { expect, test } from "vitest";
import { formatTable, newMisses, parseTable, readTable, rowOf, type Table } from "./results.ts";

const TABLE: Table = new Map([
  ["pdf", { targets: 2, missed: ["tiny: throughput ÷ limit", "long: added latency, ms"] }],
  ["web", { targets: 12, missed: [] }],
]);

test("a written table is read back as it was", async () => {
  expect(parseTable(formatTable(TABLE))).toEqual(TABLE);
  expect((await readTable()).size).toBeGreaterThan(0);
});

test("a row has the missed targets and does not count figures without a target", () => {
  const checks = [
    { what: "slow", value: 2, max: 1 },
    { what: "fast", value: 2, min: 1 },
    { what: "reported", value: 2 },
  ];
  expect(rowOf({ figures: {}, checks })).toEqual({ targets: 2, missed: ["slow"] });
});

test("a target that the table lists as missed is not a new miss", () => {
  const missed = ["long: added latency, ms", "app: added latency, ms"];
  expect(newMisses(TABLE, "pdf", { targets: 3, missed })).toEqual(["app: added latency, ms"]);
  expect(newMisses(TABLE, "memory", { targets: 1, missed: ["heap"] })).toEqual(["heap"]);
});
