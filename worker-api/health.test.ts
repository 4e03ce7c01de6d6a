import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";

/** The tests bind no browser object, so the renderer is down. */
test("health reports every part, and why the renderer is down", async () => {
  const response = await exports.default.fetch("https://platen.test/api/v1/health");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    status: "down",
    parts: { database: "ok", results: "ok", renderer: "down" },
    reason: expect.stringMatching(/./),
  });
});
