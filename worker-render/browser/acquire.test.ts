import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { acquireBrowser, NoRoom } from "./acquire.ts";
import { faultyBinding, sessionIds } from "./test-binding.ts";

/** Refuses the first `times` starts, as Browser Run does when an account's limits are reached. */
function refusing(times: number, status = 429) {
  let left = times;
  const instead = vi.fn((_: string, method: string) => {
    if (method !== "POST" || left === 0) return null;
    left -= 1;
    return new Response("No browser available", { status });
  });
  return { ...faultyBinding({ instead }), instead };
}

test.for([429, 503])("after a refusal for lack of room (%i) the start is tried again", async (status) => {
  const { limits, instead } = refusing(3, status);
  const { connection, end } = await acquireBrowser(limits);
  expect(await connection.send("Browser.getVersion")).toHaveProperty("userAgent");
  await end();
  expect(instead.mock.calls.filter(([, method]) => method === "POST")).toHaveLength(4);
});

test("a refusal that lasts is reported as NoRoom, so that the job loses no attempt", async () => {
  const { limits } = refusing(Number.POSITIVE_INFINITY);
  await expect(acquireBrowser(limits, { roomMs: 200 })).rejects.toBeInstanceOf(NoRoom);
});

test("any other refusal fails at once", async () => {
  await expect(acquireBrowser(refusing(1, 500).limits)).rejects.toThrow("500");
});

test("a start that hangs fails in time, and the browser is ended if it starts later", async () => {
  const before = await sessionIds();
  const started = Promise.withResolvers<void>();
  let late: string | undefined;
  const { limits } = faultyBinding({
    async instead(url, method): Promise<Response | null> {
      if (method !== "POST") return null;
      await started.promise;
      const response = await env.BROWSER.fetch(url, { method });
      ({ sessionId: late } = await response.clone().json<{ sessionId: string }>());
      return response;
    },
  });
  await expect(acquireBrowser(limits, { startMs: 50 })).rejects.toThrow("did not start in time");
  started.resolve();
  await expect.poll(() => late).toBeDefined();
  await expect.poll(sessionIds).toEqual(before);
});

test.for([
  ["is refused", () => new Response("Gone", { status: 404 })],
  ["hangs", () => new Promise<Response>(() => {})],
] as const)(
  "a browser whose connection %s is ended, because it would stay open and be billed",
  async ([, respond]) => {
    const before = await sessionIds();
    const { limits } = faultyBinding({ instead: (_, method) => (method === "GET" ? respond() : null) });
    await expect(acquireBrowser(limits, { connectMs: 50 })).rejects.toThrow();
    await expect.poll(sessionIds).toEqual(before);
  },
);
