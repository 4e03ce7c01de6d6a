/** Ends the billing of an account that is being deleted. */
import { openDb } from "#store/db.ts";
import { readPayer } from "#store/money/subscriptions.ts";
import { closeOutOverage } from "./overage.ts";
import { type BillingEnv, callStripe, openBilling } from "./stripe.ts";

/**
 * Closes payment pages and cancels subscriptions; a last invoice bills the overage. Safe to repeat. Stripe keeps the
 * customer and its invoices, as the law requires.
 * @throws ApiError `billing_unavailable` when Stripe cannot be reached; the account must stay until a later try.
 */
export async function endBilling(env: BillingEnv, accountId: string): Promise<void> {
  const customer = (await readPayer(openDb(env.DB), accountId))?.customerId;
  if (!customer) return;
  const billing = openBilling(env);
  await callStripe(async () => {
    const { data } = await billing.stripe.checkout.sessions.list({ customer, status: "open" });
    for (const session of data) await billing.stripe.checkout.sessions.expire(session.id);
    await closeOutOverage(billing, accountId, Date.now());
    // Listed by Stripe, because D1 may not know a subscription that was paid a moment ago.
    for (const { id } of (await billing.stripe.subscriptions.list({ customer })).data)
      await billing.stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false });
  });
}
