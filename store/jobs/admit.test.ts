import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import { openDb } from "../db.ts";
import { newApiKey, type PresentedKey } from "../keys/api-key-format.ts";
import { insertKey, replaceKey } from "../keys/api-keys.ts";
import { DAY_MS, MINUTE_MS, readUsage } from "../money/usage.ts";
import { accounts, jobs, overage } from "../schema.ts";
import { addAccount, addJob, creditsOf, jobOf } from "../test-account.ts";
import { admit } from "./admit.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1);
const PERIOD_MS = PERIOD_DAYS * DAY_MS;

async function outcomes(accountId: string, count: number, now: number) {
  const admissions = await Promise.all(
    Array.from({ length: count }, () => admit(db, { accountId }, jobOf(), now)),
  );
  return Object.groupBy(admissions, (admission) => admission.outcome);
}

test("an admission is one round trip to D1", async () => {
  const accountId = await addAccount(db, NOW);
  const { row: key } = await newApiKey(btoa("k".repeat(32)));
  await insertKey(db, key, accountId, NOW);
  const statement = Object.getPrototypeOf(env.DB.prepare("select 1"));
  const spies = [
    vi.spyOn(Object.getPrototypeOf(env.DB), "batch"),
    ...["all", "first", "raw", "run"].map((method) => vi.spyOn(statement, method)),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  for (const owner of [{ accountId }, { key, scope: "render" as const }]) {
    for (const spy of spies) spy.mockClear();
    expect((await admit(db, owner, jobOf(), NOW)).outcome).toBe("admitted");
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([1, 0, 0, 0, 0]);
  }
});

test("a burst of requests gets exactly the plan's requests per minute", async () => {
  const accountId = await addAccount(db, NOW, { tier: "pro" });
  const seen = await outcomes(accountId, 200, NOW);
  expect(seen.admitted).toHaveLength(PLANS.pro.requestsPerMinute);
  expect(seen.rate_limited).toHaveLength(200 - PLANS.pro.requestsPerMinute);
  const used = PLANS.pro.requestsPerMinute;
  expect(await creditsOf(db, accountId)).toEqual({ used, ledger: used });
});

test("a burst of requests never takes more credits than are left", async () => {
  const left = 3;
  const creditsUsed = PLANS.free.creditsPerMonth - left;
  const accountId = await addAccount(db, NOW, { creditsUsed });
  const seen = await outcomes(accountId, 200, NOW);
  expect(seen.admitted).toHaveLength(left);
  expect(seen.credits_exhausted).toHaveLength(200 - left);
  expect(await creditsOf(db, accountId)).toEqual({ used: creditsUsed + left, ledger: creditsUsed + left });
});

test("the minute is a sliding window: it frees one request at a time", async () => {
  const accountId = await addAccount(db, NOW);
  for (let second = 0; second < PLANS.free.requestsPerMinute; second++) {
    await addJob(db, accountId, NOW + second * 1000);
  }
  const refused = await admit(db, { accountId }, jobOf(), NOW + 30_000);
  expect(refused).toMatchObject({
    outcome: "rate_limited",
    window: { name: "minute", freesAt: NOW + MINUTE_MS },
  });
  const next = await outcomes(accountId, 3, NOW + MINUTE_MS);
  expect(next.admitted).toHaveLength(1);
});

test("the Free plan stops at its requests per day, and says when the next one fits", async () => {
  const accountId = await addAccount(db, NOW, { monthlyCredits: 1000 });
  const perDay = PLANS.free.requestsPerDay;
  for (let index = 0; index < perDay; index++) await addJob(db, accountId, NOW + index * 20_000);
  const later = NOW + perDay * 20_000;
  const refused = await admit(db, { accountId }, jobOf(), later);
  expect(refused).toMatchObject({ outcome: "rate_limited", window: { name: "day", freesAt: NOW + DAY_MS } });
  expect((await admit(db, { accountId }, jobOf(), NOW + DAY_MS)).outcome).toBe("admitted");
});

test("above the monthly limit, a paid plan with overage keeps working and stores each credit's price", async () => {
  const tier = "starter";
  const creditsUsed = PLANS.starter.creditsPerMonth - 1;
  const accountId = await addAccount(db, NOW, { tier, creditsUsed, overageEnabled: true });
  const ids = [await addJob(db, accountId, NOW), await addJob(db, accountId, NOW + 1)];
  const rows = await db.select().from(overage).where(eq(overage.accountId, accountId));
  expect(rows).toMatchObject([{ jobId: ids[1], priceMillis: PLANS.starter.overageMillis, dueAt: null }]);
});

test.each([
  ["free", true],
  ["starter", false],
] as const)("above the monthly limit, %s with overage %s is refused", async (tier, overageEnabled) => {
  const creditsUsed = PLANS[tier].creditsPerMonth;
  const accountId = await addAccount(db, NOW, { tier, creditsUsed, overageEnabled });
  expect((await admit(db, { accountId }, jobOf(), NOW)).outcome).toBe("credits_exhausted");
  expect(await creditsOf(db, accountId)).toEqual({ used: creditsUsed, ledger: creditsUsed });
});

test("the first request after a period's end begins the next period", async () => {
  const creditsUsed = PLANS.free.creditsPerMonth;
  const accountId = await addAccount(db, NOW, { creditsUsed });
  const later = NOW + 2 * PERIOD_MS + 5;
  expect((await readUsage(db, { accountId }, later))?.creditsUsed).toBe(0);
  const seen = await outcomes(accountId, PLANS.free.requestsPerMinute, later);
  expect(seen.admitted).toHaveLength(PLANS.free.requestsPerMinute);
  const used = PLANS.free.requestsPerMinute;
  expect(await creditsOf(db, accountId)).toEqual({ used, ledger: used });
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  expect(account).toMatchObject({ periodStart: NOW + 2 * PERIOD_MS, periodEnd: NOW + 3 * PERIOD_MS });
});

test("one idempotency key makes one job, also for concurrent requests", async () => {
  const accountId = await addAccount(db, NOW);
  const idempotency = { key: "order-1", bodyHash: "a" };
  const admissions = await Promise.all(
    Array.from({ length: 20 }, () => admit(db, { accountId }, jobOf({ idempotency }), NOW)),
  );
  expect(admissions.filter(({ outcome }) => outcome === "admitted")).toHaveLength(1);
  expect(admissions.filter(({ outcome }) => outcome === "replayed")).toHaveLength(19);
  expect(await db.select().from(jobs).where(eq(jobs.accountId, accountId))).toHaveLength(1);
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
});

test("requests with one idempotency key at the end of a period make one job", async () => {
  const accountId = await addAccount(db, NOW, { creditsUsed: PLANS.free.creditsPerMonth });
  const idempotency = { key: "order-5", bodyHash: "a" };
  const admissions = await Promise.all(
    Array.from({ length: 10 }, () => admit(db, { accountId }, jobOf({ idempotency }), NOW + PERIOD_MS)),
  );
  expect(admissions.filter(({ outcome }) => outcome === "admitted")).toHaveLength(1);
  expect(admissions.filter(({ outcome }) => outcome === "replayed")).toHaveLength(9);
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
});

test("an API key admits jobs to its own account, only while it is valid and complete", async () => {
  const accountId = await addAccount(db, NOW);
  const { row: key } = await newApiKey(btoa("k".repeat(32)));
  await insertKey(db, key, accountId, NOW);
  const outcomeOf = async (presented: PresentedKey) =>
    (await admit(db, { key: presented, scope: "render" }, jobOf(), NOW)).outcome;
  expect(await outcomeOf(key)).toBe("admitted");
  expect(await outcomeOf({ ...key, hash: "0".repeat(64) })).toBe("no_account");
  const { row: next } = await newApiKey(btoa("k".repeat(32)));
  await db.batch(replaceKey(db, next, accountId, NOW));
  expect(await outcomeOf(key)).toBe("no_account");
  expect(await outcomeOf(next)).toBe("admitted");
  expect(await creditsOf(db, accountId)).toEqual({ used: 2, ledger: 2 });
});

test("an idempotency key with another body is a conflict for a day", async () => {
  const accountId = await addAccount(db, NOW);
  const first = jobOf({ idempotency: { key: "order-2", bodyHash: "a" } });
  const other = () => jobOf({ idempotency: { key: "order-2", bodyHash: "b" } });
  await admit(db, { accountId }, first, NOW);
  expect((await admit(db, { accountId }, other(), NOW + DAY_MS - 1)).outcome).toBe("conflict");
  expect((await admit(db, { accountId }, other(), NOW + DAY_MS)).outcome).toBe("admitted");
});

test("a replay returns the job even when credits and requests are used up", async () => {
  const accountId = await addAccount(db, NOW, { creditsUsed: PLANS.free.creditsPerMonth - 1 });
  const idempotency = { key: "order-3", bodyHash: "a" };
  const id = await addJob(db, accountId, NOW, { idempotency });
  const again = await admit(db, { accountId }, jobOf({ idempotency }), NOW);
  expect(again).toMatchObject({ outcome: "replayed", job: { id } });
});

test("two accounts can use the same idempotency key", async () => {
  const idempotency = { key: "order-4", bodyHash: "a" };
  for (const accountId of [await addAccount(db, NOW), await addAccount(db, NOW)]) {
    expect((await admit(db, { accountId }, jobOf({ idempotency }), NOW)).outcome).toBe("admitted");
  }
});

test("an account that is being deleted creates no job", async () => {
  const accountId = await addAccount(db, NOW, { deletingAt: NOW });
  expect((await admit(db, { accountId }, jobOf(), NOW)).outcome).toBe("no_account");
});

test("an account is refused until its address is confirmed", async () => {
  const accountId = await addAccount(db, NOW, { emailConfirmedAt: null });
  expect((await admit(db, { accountId }, jobOf(), NOW)).outcome).toBe("unverified");
  expect(await creditsOf(db, accountId)).toEqual({ used: 0, ledger: 0 });
  await db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, accountId));
  expect((await admit(db, { accountId }, jobOf(), NOW)).outcome).toBe("admitted");
});
