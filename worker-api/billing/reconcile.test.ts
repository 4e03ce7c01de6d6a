import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { stripeEvents, subscriptions } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { forgetOldEvents, reconcileBilling } from "./reconcile.ts";
import { newBuyer } from "./test-buyer.ts";

const DAY_MS = 86_400_000;

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
  const hourAgo = Date.now() - 3_600_001;
  await db
    .update(subscriptions)
    .set({ currentPeriodEnd: Date.now() - 1, fetchedAt: hourAgo })
    .where(eq(subscriptions.accountId, buyer.accountId));
  await reconcileBilling(env, db, Date.now(), 20);
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, buyer.accountId));
  expect(row?.currentPeriodEnd).toBeGreaterThan(Date.now());
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
