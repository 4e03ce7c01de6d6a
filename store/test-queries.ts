/** How often D1 is asked, in tests. */
import { env } from "cloudflare:workers";
import { onTestFinished, vi } from "vitest";

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
