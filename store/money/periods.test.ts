import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import { openDb } from "../db.ts";
import { accounts, subscriptions } from "../schema.ts";
import { addAccount, creditsOf } from "../test-account.ts";
import { rollEndedPeriods, rollPeriod, setPlan } from "./periods.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1);
const PERIOD_MS = PERIOD_DAYS * 86_400_000;

async function accountOf(id: string) {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  return account;
}

test("a period that is not over stays as it is", async () => {
  const id = await addAccount(db, NOW, { creditsUsed: 7 });
  await db.batch(rollPeriod(db, id, NOW + PERIOD_MS - 1));
  expect(await creditsOf(db, id)).toEqual({ used: 7, ledger: 7 });
});

test("a plan bought during a period begins a new period with no credit used", async () => {
  const id = await addAccount(db, NOW, { creditsUsed: 50 });
  const plan = {
    tier: "pro",
    periodStart: NOW + 1000,
    periodEnd: NOW + 31 * 86_400_000,
    monthlyCredits: PLANS.pro.creditsPerMonth,
  } as const;
  await db.batch(setPlan(db, id, plan, NOW + 2000));
  expect(await accountOf(id)).toMatchObject(plan);
  expect(await creditsOf(db, id)).toEqual({ used: 0, ledger: 0 });
});

test("a plan change within the period keeps the used credits, however often it is applied", async () => {
  const id = await addAccount(db, NOW, { tier: "starter", creditsUsed: 120 });
  const plan = { tier: "pro", periodStart: NOW, periodEnd: NOW + PERIOD_MS, monthlyCredits: 650 } as const;
  for (let time = 0; time < 3; time++) await db.batch(setPlan(db, id, plan, NOW + time));
  expect(await creditsOf(db, id)).toEqual({ used: 120, ledger: 120 });
  expect(await accountOf(id)).toMatchObject({ tier: "pro", monthlyCredits: 650 });
});

test("after a plan change within a period, the next period has the plan's full credits", async () => {
  const id = await addAccount(db, NOW, { tier: "pro", monthlyCredits: 323 });
  await db.batch(rollPeriod(db, id, NOW + PERIOD_MS));
  expect(await accountOf(id)).toMatchObject({ monthlyCredits: PLANS.pro.creditsPerMonth });
});

test("a reading from before the period began changes neither the period nor its credits", async () => {
  const id = await addAccount(db, NOW, { tier: "pro", creditsUsed: 120 });
  await db.batch(rollPeriod(db, id, NOW + PERIOD_MS));
  const before = { tier: "pro", periodStart: NOW, periodEnd: NOW + PERIOD_MS, monthlyCredits: 323 } as const;
  await db.batch(setPlan(db, id, before, NOW + PERIOD_MS));
  expect(await accountOf(id)).toMatchObject({
    periodStart: NOW + PERIOD_MS,
    periodEnd: NOW + 2 * PERIOD_MS,
    monthlyCredits: PLANS.pro.creditsPerMonth,
  });
});

test("a late webhook of the renewed period keeps the credits used since", async () => {
  const id = await addAccount(db, NOW, { tier: "starter", creditsUsed: 120 });
  await db.batch(rollPeriod(db, id, NOW + PERIOD_MS + 10));
  await db.update(accounts).set({ creditsUsed: 2 }).where(eq(accounts.id, id));
  const renewed = {
    tier: "starter",
    periodStart: NOW + PERIOD_MS,
    periodEnd: NOW + 2 * PERIOD_MS + 86_400_000,
    monthlyCredits: PLANS.starter.creditsPerMonth,
  } as const;
  await db.batch(setPlan(db, id, renewed, NOW + PERIOD_MS + 20));
  expect(await accountOf(id)).toMatchObject({ ...renewed, creditsUsed: 2 });
});

test("the Free plan has no overage, so moving to it turns overage off", async () => {
  const id = await addAccount(db, NOW, { tier: "pro", overageEnabled: true });
  const plan = {
    tier: "free",
    periodStart: NOW + 1,
    periodEnd: NOW + PERIOD_MS,
    monthlyCredits: PLANS.free.creditsPerMonth,
  } as const;
  await db.batch(setPlan(db, id, plan, NOW + 1));
  expect(await accountOf(id)).toMatchObject({ tier: "free", overageEnabled: false });
});

test.each([
  [true, "free"],
  [false, "pro"],
] as const)(
  "when the webhook is late, a subscription with canceled %s is on %s after the period",
  async (cancelAtPeriodEnd, tier) => {
    const id = await addAccount(db, NOW, { tier: "pro", creditsUsed: 9 });
    await db.insert(subscriptions).values({
      id: `sub_${id}`,
      accountId: id,
      customerId: `cus_${id}`,
      status: "active",
      tier: "pro",
      itemId: "si_1",
      currentPeriodStart: NOW,
      currentPeriodEnd: NOW + PERIOD_MS,
      cancelAtPeriodEnd,
      fetchedAt: NOW,
    });
    await db.batch(rollPeriod(db, id, NOW + PERIOD_MS));
    expect(await accountOf(id)).toMatchObject({
      tier,
      monthlyCredits: PLANS[tier].creditsPerMonth,
      creditsUsed: 0,
    });
  },
);

test("the sweep begins the next periods in bounded batches and leaves current periods alone", async () => {
  const before = NOW - 10 * PERIOD_MS;
  const ended = await Promise.all([5, 6, 7].map((creditsUsed) => addAccount(db, before, { creditsUsed })));
  const running = await addAccount(db, before, { creditsUsed: 4, periodEnd: NOW });
  const until = before + PERIOD_MS;
  expect(await rollEndedPeriods(db, until, 2)).toBe(2);
  expect(await rollEndedPeriods(db, until, 2)).toBe(1);
  expect(await rollEndedPeriods(db, until, 2)).toBe(0);
  for (const id of ended) expect(await creditsOf(db, id)).toEqual({ used: 0, ledger: 0 });
  expect(await creditsOf(db, running)).toEqual({ used: 4, ledger: 4 });
});
