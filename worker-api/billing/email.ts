/** Sends changed addresses of accounts to Stripe, which mails its receipts there. */
import { log } from "#log/log.ts";
import { noteStripeEmail, staleStripeEmails } from "#store/accounts/email-change.ts";
import type { Db } from "#store/db.ts";
import { type BillingEnv, isMissing, openBilling } from "./stripe.ts";

/** Sweep task: updates the customers of up to `batch` accounts; returns how many. A failed one is tried again later. */
export async function sendNewEmails(env: BillingEnv, db: Db, _now: number, batch: number): Promise<number> {
  const stale = await staleStripeEmails(db, batch);
  if (stale.length === 0) return 0;
  const { stripe } = openBilling(env, db);
  for (const { id, email, customer } of stale) {
    try {
      if (customer) await stripe.customers.update(customer, { email });
    } catch (error) {
      log.error("Stripe has not taken the new address of an account.", { accountId: id, error });
      if (!isMissing(error)) continue;
    }
    await noteStripeEmail(db, id, email);
  }
  return stale.length;
}
