import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { openDb } from "../db.ts";
import { usageByDay } from "../money/usage-history.ts";
import { newId } from "../secrets/ids.ts";
import { addAccount, addJob, creditsOf } from "../test-account.ts";
import { claim, fail, readJobAndUsage } from "./jobs.ts";
import { listJobs } from "./list.ts";
import { admitCheck, readCheck } from "./site-checks.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1, 12);
const MINUTE_MS = 60_000;

function check(accountId: string, now: number, id = newId("job")) {
  return admitCheck(db, accountId, { id, url: "https://example.com/", requestId: "" }, now);
}

test("a check costs no credit and refunds none when it fails, and its time counts as that of a failed job", async () => {
  const accountId = await addAccount(db, NOW, { tier: "pro", creditsUsed: 5 });
  const id = newId("job");
  expect(await check(accountId, NOW, id)).toMatchObject({ outcome: "admitted" });
  const job = await claim(db, id, NOW, 1_000);
  const failure = { code: "page_timeout", message: "m", stage: "navigating", renderMs: 4_000 } as const;
  expect(await fail(db, { id, lease: job?.lease ?? "" }, NOW, failure)).toBe(true);
  expect(await creditsOf(db, accountId)).toEqual({ used: 5, ledger: 5 });
  const read = await readJobAndUsage(db, { accountId }, id, NOW);
  expect(read?.usage).toMatchObject({ creditsUsed: 5, failedRenderMs: 4_000 });
});

test("a check is not shown among the jobs, and only its owner reads it", async () => {
  const accountId = await addAccount(db, NOW, { tier: "pro" });
  const other = await addAccount(db, NOW);
  const id = newId("job");
  await check(accountId, NOW, id);
  const owner = { accountId };
  expect(await listJobs(db, { owner, limit: 5 })).toEqual([]);
  expect(await listJobs(db, { owner, limit: 5, outputType: "screenshot" })).toEqual([]);
  expect(await readJobAndUsage(db, owner, id, NOW)).toMatchObject({ job: null });
  expect(await usageByDay(db, { accountId, from: 0, to: NOW + 1 })).toEqual([]);
  expect(await readCheck(db, accountId, id)).toMatchObject({ id, status: "pending" });
  expect(await readCheck(db, other, id)).toBeNull();
});

test("an account has its daily checks, also with concurrent requests, and the refusal says when the next one fits", async () => {
  const accountId = await addAccount(db, NOW, { tier: "pro" });
  const first = LIMITS.siteChecksPerDay - 2;
  for (let index = 0; index < first; index++) await check(accountId, NOW + index * MINUTE_MS);
  const later = NOW + first * MINUTE_MS;
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => check(accountId, later)));
  expect(outcomes.filter(({ outcome }) => outcome === "admitted")).toHaveLength(2);
  expect(await check(accountId, later)).toEqual({
    outcome: "checks_used_up",
    freesAt: NOW + 24 * 60 * MINUTE_MS,
  });
});

test("a check counts for the plan's requests per minute", async () => {
  const accountId = await addAccount(db, NOW);
  for (let index = 1; index < PLANS.free.requestsPerMinute; index++) await addJob(db, accountId, NOW);
  expect(await check(accountId, NOW)).toMatchObject({ outcome: "admitted" });
  expect(await check(accountId, NOW)).toMatchObject({ outcome: "rate_limited" });
});

test("an account with an unconfirmed address cannot check a page", async () => {
  const accountId = await addAccount(db, NOW, { emailConfirmedAt: null });
  expect(await check(accountId, NOW)).toMatchObject({ outcome: "unverified" });
  expect(await check("acc_unknown", NOW)).toEqual({ outcome: "no_account" });
});
