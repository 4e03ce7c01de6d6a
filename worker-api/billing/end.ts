/** The end of an account: nothing may be billed after it. */
import { openDb } from "#store/db.ts";
import { readPayer } from "#store/money/subscriptions.ts";
import { closeOutOverage } from "./overage.ts";
import { asking, type BillingEnv, openBilling } from "./stripe.ts";

/**
 * Ends payment pages and subscriptions of an account that is being deleted; what it used past the limit goes on a last
 * invoice. Safe to repeat. Stripe keeps the customer with its invoices, as the law asks.
 * @throws ApiError `billing_unavailable` when Stripe could not be told; the account must stay until it is.
 */
export async function endBilling(env: BillingEnv, accountId: string): Promise<void> {
  const customer = (await readPayer(openDb(env.DB), accountId))?.customerId;
  if (!customer) return;
  const billing = openBilling(env);
  await asking(async () => {
    const { data } = await billing.stripe.checkout.sessions.list({ customer, status: "open" });
    for (const session of data) await billing.stripe.checkout.sessions.expire(session.id);
    await closeOutOverage(billing, accountId, Date.now());
    // Asked of Stripe: one that was paid a moment ago may not be known here yet.
    for (const { id } of (await billing.stripe.subscriptions.list({ customer })).data)
      await billing.stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false });
  });
}
