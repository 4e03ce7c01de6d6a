import { expect, test, vi } from "vitest";
import { Budget, orFault, within } from "./budget.ts";
import { PageFault } from "./page-fault.ts";

test("a phase never uses the time that is reserved for later phases", () => {
  vi.useFakeTimers();
  try {
    const budget = new Budget(10_000);
    expect(budget.share(3_000)).toBe(3_000);
    expect(budget.share(10_000, 4_000)).toBe(6_000);
    vi.advanceTimersByTime(7_000);
    expect(budget.share(3_000, 4_000)).toBe(0);
    expect(budget.left()).toBe(3_000);
    vi.advanceTimersByTime(7_000);
    expect(budget.left()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a result that comes too late is dropped, and so is a late error", async () => {
  const never = new Promise<string>(() => undefined);
  expect(await within(never, 1, () => "late")).toBe("late");
  await expect(orFault(never, 1, "page_timeout", "preparing")).rejects.toThrow(PageFault);
  const failing = new Promise<string>((_, reject) => setTimeout(() => reject(new Error("too late")), 20));
  expect(await within(failing, 1, () => "late")).toBe("late");
  await expect(failing).rejects.toThrow("too late");
});
