import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { readAccount } from "#store/accounts/accounts.ts";
import { applyReading } from "#store/money/subscriptions.ts";
import { stripeEvents, subscriptions } from "#store/schema.ts";
import { addAccount } from "#store/test-account.ts";
import { db } from "../test-caller.ts";
import { forgetOldEvents, reconcileBilling } from "./reconcile.ts";
import { control, newBuyer } from "./test-buyer.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A batch that also holds what the other tests have left. */
const EVERY = 1_000;

async function readingOf(accountId: string) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  if (!row) throw new Error("no subscription");
  return row;
}

test("a change whose webhook was lost is found within a day", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await buyer.portal({ action: "cancel" });
  await reconcileBilling(env, db, Date.now(), 20);
  const read = async () => (await buyer.call("GET", "/subscription")).body;
  expect(await read()).toMatchObject({ subscription: { cancel_at_period_end: false } });
  await reconcileBilling(env, db, Date.now() + DAY_MS + 1, 20);
  expect(await read()).toMatchObject({ subscription: { cancel_at_period_end: true } });
});

test("a subscription whose period is over is read again within the hour", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const [row, now] = [await readingOf(buyer.accountId), Date.now()];
  await buyer.portal({ action: "cancel" });
  const reading = {
    ...row,
    currentPeriodEnd: now + 2 * HOUR_MS,
    monthlyCredits: PLANS.starter.creditsPerMonth,
  };
  await applyReading(db, buyer.accountId, reading, now);
  const isCanceled = async () => (await readingOf(buyer.accountId)).cancelAtPeriodEnd;
  await reconcileBilling(env, db, now + 2 * HOUR_MS - 1, 20);
  expect(await isCanceled()).toBe(false);
  await reconcileBilling(env, db, now + 2 * HOUR_MS, 20);
  expect(await isCanceled()).toBe(true);
});

/** Subscriptions that D1 has and Stripe does not: of a deleted test customer, or of another Stripe account. */
async function addUnknown(count: number): Promise<string> {
  const then = Date.now() - 30 * DAY_MS;
  const accountId = await addAccount(db, then, { tier: "pro" });
  const period = { currentPeriodStart: then, currentPeriodEnd: then + 1, fetchedAt: then };
  const row = { accountId, customerId: "cus_unknown", status: "active", tier: "pro", itemId: "si" } as const;
  onTestFinished(async () => {
    await db.delete(subscriptions).where(eq(subscriptions.accountId, accountId));
  });
  for (let index = 0; index < count; index += 1)
    await db.insert(subscriptions).values({ id: `sub_${accountId}_${index}`, ...row, ...period });
  return accountId;
}

test("200 subscriptions that Stripe does not know do not hold up a changed one", {
  tags: ["nightly"],
}, async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await buyer.portal({ action: "cancel" });
  await addUnknown(200);
  const later = Date.now() + DAY_MS + 1;
  // One run of the sweep reads ten batches.
  for (let batch = 0; batch < 11; batch += 1) await reconcileBilling(env, db, later, 20);
  expect((await readingOf(buyer.accountId)).cancelAtPeriodEnd).toBe(true);
});

test("a subscription that Stripe has not known for days ends, and its account is on the Free plan", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const accountId = await addUnknown(1);
  const tier = async () => (await readAccount(db, accountId))?.tier;
  const now = Date.now();
  for (let day = 0; day < LIMITS.missingSubscriptionDays; day += 1)
    await reconcileBilling(env, db, now + day * DAY_MS, EVERY);
  expect(await tier()).toBe("pro");
  expect(String(warnings.mock.lastCall)).toContain("subscription_missing");

  await reconcileBilling(env, db, now + LIMITS.missingSubscriptionDays * DAY_MS, EVERY);
  expect(await tier()).toBe("free");
  expect(await readingOf(accountId)).toMatchObject({ status: "canceled", endedAt: expect.any(Number) });
  expect(String(errors.mock.lastCall)).toContain("subscription_ended_missing");
});

test("a subscription that Stripe knows again keeps its plan", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const mine = eq(subscriptions.accountId, buyer.accountId);
  const { id } = await readingOf(buyer.accountId);
  await db.update(subscriptions).set({ id: "sub_mistaken" }).where(mine);
  await reconcileBilling(env, db, Date.now() + DAY_MS, EVERY);
  expect((await readingOf(buyer.accountId)).missingSince).not.toBeNull();
  await db.update(subscriptions).set({ id, nextReadAt: 0 }).where(mine);
  await reconcileBilling(env, db, Date.now(), EVERY);
  expect((await readingOf(buyer.accountId)).missingSince).toBeNull();
});

test("a subscription whose reading fails does not hold up the next ones", async () => {
  const [first, second] = [await newBuyer(), await newBuyer()];
  await first.subscribe("pro");
  await second.subscribe("pro");
  await second.portal({ action: "cancel" });
  const { id } = await readingOf(first.accountId);
  await db.update(subscriptions).set({ nextReadAt: 0 }).where(eq(subscriptions.id, id));
  await control("fail", { match: id, times: 3 });
  const later = Date.now() + DAY_MS + 1;
  await expect(reconcileBilling(env, db, later, 20)).rejects.toThrow();
  await reconcileBilling(env, db, later, 20);
  expect((await readingOf(second.accountId)).cancelAtPeriodEnd).toBe(true);
});

test("events are deleted when Stripe does not resend them any more", async () => {
  const old = Date.now() - 31 * DAY_MS;
  const row = { type: "ping", createdAt: old, receivedAt: old };
  await db.insert(stripeEvents).values([
    { ...row, id: "evt_old", appliedAt: old },
    { ...row, id: "evt_new", appliedAt: old, receivedAt: Date.now() },
  ]);
  await forgetOldEvents(db, Date.now());
  const left = await db.select({ id: stripeEvents.id }).from(stripeEvents);
  expect(left.map((event) => event.id)).not.toContain("evt_old");
  expect(left.map((event) => event.id)).toContain("evt_new");
});
