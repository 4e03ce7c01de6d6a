/** Ends the billing of an account that is being deleted. */
import { log } from "#log/log.ts";
import { readPayer } from "#store/money/subscriptions.ts";
import { dbOfId } from "#store/shards.ts";
import { ApiError } from "../http/api-error.ts";
import { closeOutOverage } from "./overage.ts";
import { type Billing, type BillingEnv, callStripe, isMissing, openBilling } from "./stripe.ts";

/** Empty texts unset a field. The account's id in the metadata goes too. */
const ANONYMOUS = {
  name: "",
  email: "",
  phone: "",
  address: "",
  shipping: "",
  metadata: "",
  description: "Deleted account",
} as const;

/**
 * Closes payment pages, cancels subscriptions (a last invoice bills the overage) and anonymizes the customer. Safe to
 * repeat. The customer is not deleted, because Stripe collects no further payment for a deleted one.
 * @throws ApiError `billing_unavailable` when Stripe cannot be reached; the account must stay until a later try.
 */
export async function endBilling(env: BillingEnv, accountId: string): Promise<void> {
  const db = dbOfId(env, accountId);
  const customer = (await readPayer(db, accountId))?.customerId;
  if (!customer) return;
  const billing = openBilling(env, db);
  await callStripe(() => endCustomer(billing, accountId, customer)).catch((error: unknown) => {
    // The customer was deleted in Stripe, or belongs to another Stripe account.
    const isGone = error instanceof ApiError && isMissing(error.cause) && error.cause.param === "customer";
    if (!isGone) throw error;
    log.warn("Stripe does not know the customer of a deleted account.", { accountId, customer });
  });
}

async function endCustomer(billing: Billing, accountId: string, customer: string): Promise<void> {
  const { data } = await billing.stripe.checkout.sessions.list({ customer, status: "open" });
  for (const session of data) await billing.stripe.checkout.sessions.expire(session.id);
  await closeOutOverage(billing, accountId, Date.now());
  // Listed by Stripe, because D1 may not know a subscription that was paid a moment ago.
  for (const { id } of (await billing.stripe.subscriptions.list({ customer })).data)
    await billing.stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false });
  await billing.stripe.customers.update(customer, ANONYMOUS);
}
