import { expect, test } from "vitest";
import { planFaults } from "./schedule.ts";

const NAMES = ["a", "b", "c", "d"];

test("the same seed plans the same faults, and another seed plans others", () => {
  const plan = (seed: number) => [...planFaults(NAMES, seed, 200)];
  expect(plan(7)).toEqual(plan(7));
  expect(plan(7)).not.toEqual(plan(8));
});

test.each([5, 12, 60, 500])("within %i jobs every fault happens, in the order of the plan", (jobs) => {
  const plan = [...planFaults(NAMES, 1, jobs)];
  expect(new Set(plan.map(({ name }) => name))).toEqual(new Set(NAMES));
  const times = plan.map(({ afterJobs }) => afterJobs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.min(...times)).toBeGreaterThan(0);
  expect(Math.max(...times)).toBeLessThanOrEqual(jobs);
});

test("if the number of jobs is unlimited, so is the number of faults", () => {
  const plan = planFaults(NAMES, 1, null);
  const times = Array.from({ length: 1_000 }, () => plan.next().value?.afterJobs ?? 0);
  expect(times.at(-1)).toBeGreaterThan(5_000);
});

test("without names no faults are planned", () => {
  expect([...planFaults([], 1, 10)]).toEqual([]);
});
