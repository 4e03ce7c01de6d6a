import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { countQueries } from "#store/test-queries.ts";

function readHealth(): Promise<Response> {
  return exports.default.fetch("https://platen.test/api/v1/health");
}

/** The tests bind no browser object, so the renderer is down. */
test("health reports every part, and why the renderer is down; requests at the same time share one look", async () => {
  const queries = countQueries();
  const responses = await Promise.all(Array.from({ length: 50 }, readHealth));
  // Another test may have looked within the last seconds, and then there is no look at all.
  expect(queries.count).toBeLessThanOrEqual(1);
  for (const response of responses) {
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: "down",
      parts: { database: "ok", results: "ok", renderer: "down", filterLists: "ok" },
      reason: expect.stringMatching(/./),
    });
  }
});
