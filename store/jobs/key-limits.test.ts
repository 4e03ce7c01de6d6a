/** Limits of API keys at admission. In each test, a key's used credits must equal the ledger's rows of its jobs. */
import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { KEY_SCOPES, type KeyMode } from "#contract/api-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { PERIOD_DAYS } from "#contract/plans.ts";
import { openDb } from "../db.ts";
import { newNamedKey } from "../keys/api-key-format.ts";
import type { Owner } from "../keys/owner.ts";
import { deletePrivateKey, insertPrivateKey, listPrivateKeys } from "../keys/private-keys.ts";
import { DAY_MS, MINUTE_MS, readUsage } from "../money/usage.ts";
import { accounts, apiKeys, jobs, ledger, overage } from "../schema.ts";
import { addAccount, creditsOf, jobOf } from "../test-account.ts";
import { admit, type NewJob } from "./admit.ts";
import { cancel, claim, fail } from "./jobs.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1, 12);
const DEVICE = { userAgent: "test", country: null };
const FAILURE = { code: "dns_failed", message: "", stage: "navigating" } as const;

async function addKey(accountId: string, mode: KeyMode = "live", monthlyCeiling: number | null = null) {
  const { row } = newNamedKey(mode);
  const key = { ...row, name: "CI", scopes: [...KEY_SCOPES], monthlyCeiling };
  await insertPrivateKey(db, accountId, key, DEVICE, NOW);
  return row;
}

type Key = Awaited<ReturnType<typeof addKey>>;

function ownerOf(key: Key): Owner {
  return { key, scope: "render" };
}

async function create(key: Key, now = NOW, fields: Partial<NewJob> = {}) {
  const job = jobOf({ keyId: key.id, ...fields });
  const { outcome } = await admit(db, ownerOf(key), job, now);
  return { id: job.id, outcome };
}

async function createMany(key: Key, count: number, now = NOW) {
  const made = await Promise.all(Array.from({ length: count }, () => create(key, now)));
  return Object.groupBy(made, ({ outcome }) => outcome);
}

/** Used credits of the key by its row, and by the ledger's rows of its jobs in the row's period. */
async function usedBy(key: Key) {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
  const [sum] = await db
    .select({ total: sql<number>`coalesce(sum(${ledger.amount}), 0)` })
    .from(ledger)
    .innerJoin(jobs, eq(jobs.id, ledger.reference))
    .where(and(eq(jobs.keyId, key.id), eq(jobs.creditPeriod, row?.creditsPeriod ?? -1)));
  return { row: row?.creditsUsed, ledger: sum?.total };
}

test("an admission stores the minute in which its key was used", async () => {
  const accountId = await addAccount(db, NOW);
  const key = await addKey(accountId);
  await create(key, NOW + 90_000);
  const usage = await readUsage(db, ownerOf(key), NOW + 90_000);
  expect(usage?.keyUsedAt).toBe(NOW + MINUTE_MS);
});

test("a burst of requests never takes more credits than the key's ceiling, failures and retries included", async () => {
  const accountId = await addAccount(db, NOW, { tier: "pro" });
  const [key, other] = [await addKey(accountId, "live", 4), await addKey(accountId)];
  const seen = await createMany(key, 30);
  expect(seen.admitted).toHaveLength(4);
  expect(seen.key_ceiling_reached).toHaveLength(26);
  expect(await usedBy(key)).toEqual({ row: 4, ledger: 4 });

  const [first, second, third] = seen.admitted ?? [];
  if (!first || !second || !third) throw new Error("no jobs");
  const claimed = await claim(db, first.id, NOW, 1000);
  const ends = [
    ...[1, 2, 3].map(() => fail(db, { id: first.id, lease: claimed?.lease ?? null }, NOW, FAILURE)),
    ...[1, 2, 3].map(() => cancel(db, ownerOf(key), second.id, NOW)),
    claim(db, third.id, NOW, 1000),
  ];
  const again = createMany(key, 20);
  await Promise.all(ends);
  const during = (await again).admitted?.length ?? 0;
  expect(during).toBeLessThanOrEqual(2);
  const after = (await createMany(key, 20)).admitted?.length ?? 0;
  expect(during + after).toBe(2);
  expect(await usedBy(key)).toEqual({ row: 4, ledger: 4 });

  expect((await create(other)).outcome).toBe("admitted");
  expect(await usedBy(other)).toEqual({ row: 1, ledger: 1 });
  expect(await creditsOf(db, accountId)).toEqual({ used: 5, ledger: 5 });
});

test("the ceiling begins again with the account's period, and a late refund does not change the new one", async () => {
  const accountId = await addAccount(db, NOW);
  const key = await addKey(accountId, "live", 1);
  const before = await create(key);
  expect((await create(key)).outcome).toBe("key_ceiling_reached");
  const later = NOW + PERIOD_DAYS * DAY_MS + 1;
  expect((await listPrivateKeys(db, accountId, later)).map((row) => row.usedThisPeriod)).toEqual([0]);
  expect((await create(key, later)).outcome).toBe("admitted");
  expect(await cancel(db, ownerOf(key), before.id, later)).toBe(true);
  expect(await usedBy(key)).toEqual({ row: 1, ledger: 1 });
  expect((await create(key, later)).outcome).toBe("key_ceiling_reached");
});

test("the ceiling also limits overage credits", async () => {
  const creditsUsed = 300;
  const accountId = await addAccount(db, NOW, { tier: "starter", creditsUsed, overageEnabled: true });
  const key = await addKey(accountId, "live", 2);
  const seen = await createMany(key, 6);
  expect([seen.admitted?.length, seen.key_ceiling_reached?.length]).toEqual([2, 4]);
  expect(await usedBy(key)).toEqual({ row: 2, ledger: 2 });
});

test("a key works only for its scopes, and not after its deletion", async () => {
  const accountId = await addAccount(db, NOW);
  const { row } = newNamedKey("live");
  const key = { ...row, name: "Reader", scopes: ["read" as const], monthlyCeiling: null };
  await insertPrivateKey(db, accountId, key, DEVICE, NOW);
  expect((await create(row)).outcome).toBe("missing_scope");
  expect(await db.$count(jobs, eq(jobs.accountId, accountId))).toBe(0);
  expect((await readUsage(db, { key: row, scope: "read" }, NOW))?.accountId).toBe(accountId);
  await deletePrivateKey(db, accountId, row.id, DEVICE, NOW);
  expect(await readUsage(db, { key: row, scope: "read" }, NOW)).toBeNull();
});

test("test jobs take no credit, and work when the account has none left", async () => {
  const accountId = await addAccount(db, NOW, { tier: "starter", creditsUsed: 300, overageEnabled: true });
  const key = await addKey(accountId, "test");
  const { id, outcome } = await create(key, NOW, { mayUseOverage: true });
  expect(outcome).toBe("admitted");
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
  expect(job).toMatchObject({ test: true, overageMillis: null, creditPeriod: 0 });
  expect(await cancel(db, ownerOf(key), id, NOW)).toBe(true);
  expect(await creditsOf(db, accountId)).toEqual({ used: 300, ledger: 300 });
  expect(await usedBy(key)).toEqual({ row: 0, ledger: 0 });
  expect(await db.$count(overage, eq(overage.accountId, accountId))).toBe(0);
});

test("an account has a number of test jobs in a UTC day, by all its keys", async () => {
  const accountId = await addAccount(db, NOW, { tier: "pro" });
  const [key, other, live] = [
    await addKey(accountId, "test"),
    await addKey(accountId, "test"),
    await addKey(accountId),
  ];
  // Earlier in the day, so that the requests of the last minute have room.
  const earlier = jobOf({ outputType: "pdf" });
  const [{ id }] = [await create(key, NOW - DAY_MS / 4)];
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  if (!row) throw new Error("no job");
  const rows = Array.from({ length: LIMITS.testJobsPerDay - 3 }, (_, n) => ({
    ...row,
    id: `${earlier.id}${n}`,
  }));
  for (const one of rows) await db.insert(jobs).values(one);
  const seen = await Promise.all([createMany(key, 5), createMany(other, 5)]);
  const counts = seen.map(({ admitted, test_limit_reached }) => [admitted ?? [], test_limit_reached ?? []]);
  expect(counts.flatMap(([admitted]) => admitted)).toHaveLength(2);
  expect(counts.flatMap(([, refused]) => refused)).toHaveLength(8);
  expect((await create(live)).outcome).toBe("admitted");
  expect((await create(key, NOW + DAY_MS / 2)).outcome).toBe("admitted");
});

test("a live key and a test key can use the same idempotency key for different jobs", async () => {
  const accountId = await addAccount(db, NOW);
  const [live, tests] = [await addKey(accountId), await addKey(accountId, "test")];
  const idempotency = { key: "order-1", bodyHash: "a" };
  const outcomes = [];
  for (const key of [live, tests, live, tests]) {
    outcomes.push((await create(key, NOW, { idempotency })).outcome);
  }
  expect(outcomes).toEqual(["admitted", "admitted", "replayed", "replayed"]);
  const rows = await db.select().from(jobs).where(eq(jobs.accountId, accountId));
  expect(rows.map((job) => job.test).sort()).toEqual([false, true]);
  expect(await db.$count(accounts, and(eq(accounts.id, accountId), eq(accounts.creditsUsed, 1)))).toBe(1);
});
