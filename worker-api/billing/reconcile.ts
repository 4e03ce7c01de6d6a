/** Finds changes whose webhook was lost by reading subscriptions again, and deletes old events. */
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { log } from "#log/log.ts";
import type { Db } from "#store/db.ts";
import { forgetEvents } from "#store/money/stripe-events.ts";
import {
  applyReading,
  noteMissing,
  postponeReading,
  staleSubscriptions,
} from "#store/money/subscriptions.ts";
import { type Billing, type BillingEnv, isMissing, openBilling } from "./stripe.ts";
import { syncExisting } from "./sync.ts";

const DAY_MS = 86_400_000;
/** Stripe sends an event again for three days at most. */
const EVENTS_KEPT_MS = 30 * DAY_MS;
const MISSING_MS = LIMITS.missingSubscriptionDays * DAY_MS;

/** Sweep task: reads up to `batch` subscriptions again that may be out of date; returns how many. */
export async function reconcileBilling(env: BillingEnv, db: Db, now: number, batch: number): Promise<number> {
  const stale = await staleSubscriptions(db, now, batch);
  if (stale.length === 0) return 0;
  const billing = openBilling(env, db);
  for (const id of stale) await readAgain(billing, id, now);
  return stale.length;
}

async function readAgain(billing: Billing, id: string, now: number): Promise<void> {
  // First, so that a subscription whose reading always fails does not hold up the others.
  await postponeReading(billing.db, id, now);
  try {
    await syncExisting(billing, id);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await handleMissing(billing.db, id, now);
  }
}

/** Ends the subscription when Stripe has not known it for days. Not at once: the configured key may be a wrong one. */
async function handleMissing(db: Db, id: string, now: number): Promise<void> {
  const row = await noteMissing(db, id, now);
  if (!row) return;
  const { accountId, missingSince } = row;
  const known = { subscription: id, accountId, missingSince };
  if (now - missingSince < MISSING_MS) {
    log.warn("Stripe does not know a subscription.", { event: "subscription_missing", ...known });
    return;
  }
  const ended = { ...row, status: "canceled", endedAt: now, monthlyCredits: PLANS.free.creditsPerMonth };
  await applyReading(db, accountId, ended, now);
  log.error("A subscription that Stripe does not know has ended.", {
    event: "subscription_ended_missing",
    ...known,
  });
}

export async function forgetOldEvents(db: Db, now: number): Promise<void> {
  await forgetEvents(db, now - EVENTS_KEPT_MS);
}
