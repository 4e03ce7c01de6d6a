import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { app } from "../app.ts";

const MINUTE_MS = 60_000;
const Health = z.object({ parts: z.object({ results: z.string() }) });
const refuse = () => Promise.reject(new Error("put: The bucket is full. (10001)"));

afterEach(() => {
  vi.useRealTimers();
});

/** The clock of all tests of this file. Each look is later than the one before, so that no look is reused. */
let now = Date.now();

/** The state of the results in a look at `/health` that is `afterMs` later than the last one. */
async function stateWith(
  changes: Partial<Record<keyof R2Bucket, unknown>>,
  afterMs = MINUTE_MS,
): Promise<string> {
  now += afterMs;
  vi.setSystemTime(now);
  const bucket = new Proxy(env.RESULTS, {
    get(target, name) {
      const value: unknown = Reflect.get({ ...changes }, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const changed = Object.create(env, { RESULTS: { value: bucket } });
  const request = new Request("https://platen.test/api/v1/health");
  const response = await app.fetch(request, changed, createExecutionContext());
  return Health.parse(await response.json()).parts.results;
}

test("results are down within a minute after R2 begins to refuse writes, although it still reads", async () => {
  expect(await stateWith({})).toBe("ok");
  expect(await stateWith({ put: refuse })).toBe("down");
  expect(await stateWith({})).toBe("ok");
  expect((await env.RESULTS.list({ prefix: "results/health/" })).objects).toEqual([]);
});

test("results are down while R2 does not respond, and the health response does not wait for it", async () => {
  const never = () => new Promise<never>(() => {});
  expect(await stateWith({ put: never })).toBe("down");
  expect(await stateWith({ put: never, head: never, delete: never })).toBe("down");
});

test("results are down while R2 refuses reads", async () => {
  expect(await stateWith({})).toBe("ok");
  expect(await stateWith({ head: refuse }, MINUTE_MS / 2)).toBe("down");
});
