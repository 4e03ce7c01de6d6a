import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { acquireBrowser, NoRoom } from "./acquire.ts";
import { closeBrowser } from "./devtools.ts";

/** The real binding, which first refuses as Browser Run does when an account's limits are reached. */
function refusing(times: number, status = 429) {
  let left = times;
  const fetch = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method === "POST" && left > 0) {
      left -= 1;
      return new Response("Rate limit exceeded", { status });
    }
    return env.BROWSER.fetch(String(input), init);
  });
  return { NEW_BROWSERS_PER_SECOND: "20", BROWSER: { fetch } };
}

test("a refusal for lack of room is waited out", async () => {
  const limited = refusing(3);
  const { connection } = await acquireBrowser(limited);
  expect(await connection.send("Browser.getVersion")).toHaveProperty("userAgent");
  await closeBrowser(connection);
  expect(limited.BROWSER.fetch.mock.calls.filter(([, init]) => init?.method === "POST")).toHaveLength(4);
});

test("a refusal that stays is told as such, so that the job counts no attempt", async () => {
  await expect(acquireBrowser(refusing(Number.POSITIVE_INFINITY), 200)).rejects.toBeInstanceOf(NoRoom);
});

test("any other refusal is a fault at once", async () => {
  await expect(acquireBrowser(refusing(1, 500))).rejects.toThrow("500");
});
