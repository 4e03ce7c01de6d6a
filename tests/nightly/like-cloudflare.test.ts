/** `npm start -- --like-cloudflare`. The whole suite runs under it with PLATEN_LIKE_CLOUDFLARE=SEED (docs/architecture.md). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Demo } from "../../dev/data/demo.ts";
import { OwnClient, OwnService } from "../stage/own-service.ts";
import { pages } from "../stage/service.ts";

const service = await OwnService.start("like-cloudflare", "start", { PLATEN_LIKE_CLOUDFLARE: "1" });
afterAll(() => service.killAll());

test("with Cloudflare's latencies and limits, the service renders", async () => {
  const { apiKey } = Demo.parse(JSON.parse(readFileSync(join(service.folder, "demo.json"), "utf8")));
  const client = new OwnClient(service, apiKey);
  await client.expectCompleted(await client.create(`${pages}/article.html`));
  expect(service.log).toContain("--like-cloudflare --seed 1");
});
