/** Finds changes whose webhook was lost by reading subscriptions again, and deletes old events. */
import type { Db } from "#store/db.ts";
import { forgetEvents } from "#store/money/stripe-events.ts";
import { staleSubscriptions } from "#store/money/subscriptions.ts";
import { type BillingEnv, openBilling } from "./stripe.ts";
import { syncSubscription } from "./sync.ts";

/** Stripe sends an event again for three days at most. */
const EVENTS_KEPT_MS = 30 * 86_400_000;

/** Sweep task: reads up to `batch` subscriptions again that may be out of date; returns how many. */
export async function reconcileBilling(env: BillingEnv, db: Db, now: number, batch: number): Promise<number> {
  const stale = await staleSubscriptions(db, now, batch);
  if (stale.length === 0) return 0;
  const billing = openBilling(env);
  for (const id of stale) await syncSubscription(billing, id);
  return stale.length;
}

export async function forgetOldEvents(db: Db, now: number): Promise<void> {
  await forgetEvents(db, now - EVENTS_KEPT_MS);
}
