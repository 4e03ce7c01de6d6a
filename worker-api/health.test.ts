import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";

/** No browser object is bound here, so the renderer cannot render. */
test("health names every part, and why the renderer is down", async () => {
  const response = await exports.default.fetch("https://platen.test/api/v1/health");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    status: "down",
    parts: { database: "ok", results: "ok", renderer: "down" },
    reason: expect.stringMatching(/./),
  });
});
