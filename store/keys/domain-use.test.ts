import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "../db.ts";
import { addAccount, addJob } from "../test-account.ts";
import { domainUse } from "./domain-use.ts";
import { insertPublicKey } from "./public-keys.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1);

test("conversions are counted by domain, most first, for one key and since a time", async () => {
  const accountId = await addAccount(db, NOW, { tier: "pro" });
  const device = { userAgent: "", country: null };
  const named = {
    id: "pub_1",
    key: "pk_live_1",
    name: "Key",
    authorizedDomains: ["example.com"],
    restrictTargets: true,
  };
  await insertPublicKey(db, accountId, named, device, NOW);
  const job = (keyId: string, originHost: string, at = NOW) =>
    addJob(db, accountId, at, { source: "widget", keyId, originHost });
  await job("pub_1", "old.example.com", NOW - 10);
  await job("pub_2", "other.example.com");
  await job("pub_1", "example.com");
  const failed = await job("pub_1", "shop.example.com:8443");
  const finished = await job("pub_1", "shop.example.com:8443");
  const end = env.DB.prepare("update jobs set status = ? where id = ?");
  await env.DB.batch([end.bind("failed", failed), end.bind("completed", finished)]);
  expect(await domainUse(db, accountId, "pub_1", NOW)).toEqual([
    { host: "shop.example.com:8443", jobs: 2, finished: 1, failed: 1 },
    { host: "example.com", jobs: 1, finished: 0, failed: 0 },
  ]);
  expect(await domainUse(db, await addAccount(db, NOW), "pub_1", NOW)).toBeNull();
});
