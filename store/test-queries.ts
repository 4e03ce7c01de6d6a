/** How often D1 is asked, in tests. */
import { env } from "cloudflare:workers";
import { expect, onTestFinished, vi } from "vitest";

const RETRY_MS = 10_000;

/** Counts the round trips to D1 until the test ends. */
export function countQueries(): { readonly count: number } {
  const statement = Object.getPrototypeOf(env.DB.prepare("select 1"));
  const spies = [
    vi.spyOn(Object.getPrototypeOf(env.DB), "batch"),
    ...["all", "first", "raw", "run"].map((method) => vi.spyOn(statement, method)),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return {
    get count() {
      return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    },
  };
}

/** Expects that the work asks D1 `count` times. Tries again, because background work of an earlier test may ask meanwhile. */
export async function expectQueries(count: number, work: () => Promise<unknown>): Promise<void> {
  const queries = countQueries();
  await vi.waitFor(async () => {
    const before = queries.count;
    await work();
    expect(queries.count - before).toBe(count);
  }, RETRY_MS);
}
