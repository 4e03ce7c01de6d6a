import { expect, test } from "vitest";
import { rendererOf } from "./scheduling.ts";

test("all jobs of an account go to one render Worker, and accounts are spread evenly", () => {
  const ids = Array.from({ length: 4_000 }, () => `acc_${crypto.randomUUID()}`);
  const counts = Map.groupBy(ids, (id) => rendererOf(id, 4));
  for (const renderer of [0, 1, 2, 3]) expect(counts.get(renderer)?.length).toBeGreaterThan(800);
  for (const id of ids) {
    expect(rendererOf(id, 4)).toBe(rendererOf(id, 4));
    expect(rendererOf(id, 1)).toBe(0);
  }
});
