import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { LISTS_FAILURE_KEY } from "#store/filter-lists.ts";
import { checkLists } from "./lists.ts";

test("the filter lists are degraded while the newest refresh has failed", async () => {
  expect(await checkLists(env.RESULTS)).toBe("ok");
  await env.RESULTS.put(LISTS_FAILURE_KEY, "ads");
  expect(await checkLists(env.RESULTS)).toBe("degraded");
  await env.RESULTS.delete(LISTS_FAILURE_KEY);
  expect(await checkLists(env.RESULTS)).toBe("ok");
});
