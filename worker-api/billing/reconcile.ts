/** What no webhook said: subscriptions are read again from time to time, and old events forgotten. */
import { forgetEvents } from "#store/stripe-events.ts";
import { staleSubscriptions } from "#store/subscriptions.ts";
import { type BillingEnv, openBilling } from "./stripe.ts";
import { syncSubscription } from "./sync.ts";

const BATCH = 20;
const EVENTS_KEPT_MS = 30 * 86_400_000;

/** Called by the sweep; answers how many subscriptions were read. */
export async function reconcileBilling(env: BillingEnv, now: number): Promise<number> {
  const billing = openBilling(env);
  await forgetEvents(billing.db, now - EVENTS_KEPT_MS);
  const stale = await staleSubscriptions(billing.db, now, BATCH);
  for (const id of stale) await syncSubscription(billing, id);
  return stale.length;
}
