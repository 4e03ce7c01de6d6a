import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";

test("health names every part the service depends on", async () => {
  const answer = await exports.default.fetch("https://platen.test/api/v1/health");
  expect(await answer.json()).toEqual({
    status: "ok",
    parts: { database: "ok", results: "ok", renderer: "ok" },
  });
});
