/** Subscriptions as last read from Stripe, and the plan that they give an account. */
import { and, desc, eq, isNull, lte, notInArray, sql } from "drizzle-orm";
import { PERIOD_DAYS, PLANS, type Tier } from "#contract/plans.ts";
import { noteActivity } from "../activity/activity.ts";
import type { Db } from "../db.ts";
import { accounts, subscriptions } from "../schema.ts";
import { setPlan } from "./periods.ts";

type SubscriptionRow = typeof subscriptions.$inferSelect;
type MissingSubscription = SubscriptionRow & { missingSince: number };

/** Stripe's statuses that give the plan. `past_due`: Stripe still retries the card. */
const GRANTING = ["active", "trialing", "past_due"];
/** Statuses of subscriptions that never began or have ended. */
const NOT_BEGUN_OR_OVER = ["incomplete", "incomplete_expired", "canceled"];
/** Statuses with an unpaid invoice. */
const OWING = ["past_due", "unpaid"];

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const PERIOD_MS = PERIOD_DAYS * DAY_MS;

/** A subscription as Stripe has it. Times are Unix milliseconds. */
export interface SubscriptionReading {
  id: string;
  customerId: string;
  status: string;
  tier: Tier;
  itemId: string;
  currentPeriodStart: number;
  currentPeriodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  /** Credits of the current period. */
  monthlyCredits: number;
}

/**
 * Stores a reading and puts the account on its plan, in one batch; false when a later reading is stored. `fetchedAt`
 * (Unix ms) is when the reading was requested: a later change causes an event, and so a later reading. A subscription
 * that is over ends the plan only if no other one gives it.
 */
export async function applyReading(
  db: Db,
  accountId: string,
  reading: SubscriptionReading,
  fetchedAt: number,
): Promise<boolean> {
  const { id, monthlyCredits, ...fields } = reading;
  const nextReadAt = Math.min(fetchedAt + DAY_MS, Math.max(fetchedAt + HOUR_MS, reading.currentPeriodEnd));
  const row = { ...fields, fetchedAt, nextReadAt, missingSince: null };
  const grants = GRANTING.includes(reading.status);
  const won = sql`exists (select 1 from subscriptions where id = ${id} and fetched_at = ${fetchedAt})`;
  const alone = sql`not exists (select 1 from subscriptions o where o.account_id = accounts.id and o.id <> ${id}
    and o.status in ${GRANTING})`;
  const mayChange = grants ? won : sql`${won} and ${alone} and tier <> 'free'`;
  const freeFrom = reading.endedAt ?? fetchedAt;
  const plan = grants
    ? {
        tier: reading.tier,
        periodStart: reading.currentPeriodStart,
        periodEnd: reading.currentPeriodEnd,
        monthlyCredits,
      }
    : ({
        tier: "free",
        periodStart: freeFrom,
        periodEnd: freeFrom + PERIOD_MS,
        monthlyCredits: PLANS.free.creditsPerMonth,
      } as const);
  const [stored] = await db.batch([
    db
      .insert(subscriptions)
      .values({ id, accountId, ...row })
      .onConflictDoUpdate({
        target: subscriptions.id,
        set: row,
        setWhere: sql`subscriptions.fetched_at <= ${fetchedAt}`,
      })
      .returning({ id: subscriptions.id }),
    noteActivity(
      db,
      { accountId, kind: "plan_changed", detail: plan.tier, device: null },
      fetchedAt,
      sql`accounts.tier <> ${plan.tier} and ${mayChange}`,
    ),
    ...setPlan(db, accountId, plan, fetchedAt, mayChange),
    db
      .update(accounts)
      .set({
        paymentFailedAt: OWING.includes(reading.status)
          ? sql`coalesce(payment_failed_at, ${fetchedAt})`
          : null,
      })
      .where(sql`id = ${accountId} and ${won} and ${alone}`),
  ]);
  return stored.length > 0;
}

/**
 * Before a downgrade: lowers the period's credits from `from` to `to`, so that no job uses a credit that Stripe is about
 * to credit. False when the credits were used or changed meanwhile. The subscription's reading becomes outdated, so the
 * sweep restores the credits if the downgrade does not happen.
 */
export async function holdCredits(
  db: Db,
  accountId: string,
  subscriptionId: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const mayLower = sql`monthly_credits = ${from} and (credits_used <= ${to} or ${from} = ${to})`;
  const [, held] = await db.batch([
    db
      .update(subscriptions)
      .set({ fetchedAt: 0, nextReadAt: 0 })
      .where(
        and(
          eq(subscriptions.id, subscriptionId),
          sql`exists (select 1 from accounts where id = ${accountId} and ${mayLower})`,
        ),
      ),
    db
      .update(accounts)
      .set({ monthlyCredits: to })
      .where(and(eq(accounts.id, accountId), mayLower))
      .returning({ id: accounts.id }),
  ]);
  return held.length > 0;
}

/** The account's subscription that has begun and not ended, or null. */
export async function readSubscription(db: Db, accountId: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), notInArray(subscriptions.status, NOT_BEGUN_OR_OVER)))
    .orderBy(desc(subscriptions.currentPeriodEnd))
    .limit(1);
  return row ?? null;
}

/**
 * Ids of subscriptions whose reading may be out of date: a day old, or an hour old and from before the period ended. The
 * longest overdue first.
 */
export async function staleSubscriptions(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isNull(subscriptions.endedAt), lte(subscriptions.nextReadAt, now)))
    .orderBy(subscriptions.nextReadAt)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Reads the subscription again in an hour, because this reading has failed. */
export async function postponeReading(db: Db, id: string, now: number): Promise<void> {
  await db
    .update(subscriptions)
    .set({ nextReadAt: now + HOUR_MS })
    .where(eq(subscriptions.id, id));
}

/**
 * Notes that Stripe does not know the subscription, and reads it again in a day. Returns its row, or null
 * when a later reading is stored.
 */
export async function noteMissing(db: Db, id: string, now: number): Promise<MissingSubscription | null> {
  const [row] = await db
    .update(subscriptions)
    .set({ nextReadAt: now + DAY_MS, missingSince: sql`coalesce(missing_since, ${now})` })
    .where(and(eq(subscriptions.id, id), lte(subscriptions.fetchedAt, now)))
    .returning();
  return row ? { ...row, missingSince: row.missingSince ?? now } : null;
}

/** Id of the account that pays, or once paid, as this Stripe customer; null when the customer is not ours. */
export async function accountOfCustomer(db: Db, customerId: string): Promise<string | null> {
  const [[current], [former]] = await db.batch([
    db.select({ id: accounts.id }).from(accounts).where(eq(accounts.stripeCustomerId, customerId)),
    db
      .select({ id: subscriptions.accountId })
      .from(subscriptions)
      .where(eq(subscriptions.customerId, customerId))
      .limit(1),
  ]);
  return current?.id ?? former?.id ?? null;
}

/** Stores the customer if the account has no Stripe customer yet. Returns the account's customer. */
export async function keepCustomer(db: Db, accountId: string, customerId: string): Promise<string> {
  const [row] = await db
    .update(accounts)
    .set({ stripeCustomerId: sql`coalesce(stripe_customer_id, ${customerId})` })
    .where(eq(accounts.id, accountId))
    .returning({ customerId: accounts.stripeCustomerId });
  return row?.customerId ?? customerId;
}

export async function readPayer(
  db: Db,
  accountId: string,
): Promise<{ email: string; customerId: string | null } | null> {
  const [row] = await db
    .select({ email: accounts.email, customerId: accounts.stripeCustomerId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row ?? null;
}

/** For a customer that was deleted in Stripe: its account has no Stripe customer any more. */
export async function forgetCustomer(db: Db, customerId: string): Promise<void> {
  await db.update(accounts).set({ stripeCustomerId: null }).where(eq(accounts.stripeCustomerId, customerId));
}
