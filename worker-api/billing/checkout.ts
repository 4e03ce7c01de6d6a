/** The payment page for a first plan. An account has at most one open page, however often its owner clicks. */
import Stripe from "stripe";
import type { PaidTier } from "#contract/plans.ts";
import { ACCOUNT_METADATA, TIER_METADATA } from "#contract/stripe.ts";
import { forgetCustomer, keepCustomer, readPayer } from "#store/money/subscriptions.ts";
import { ApiError } from "../http/api-error.ts";
import { type Billing, isMissing } from "./stripe.ts";
import { applySubscription } from "./sync.ts";

/** A concurrent click may have created or closed a checkout session. The next round finds out. */
const MAX_ROUNDS = 4;

/**
 * URL of a payment page for the plan.
 * @throws ApiError `subscription_exists` when Stripe has a subscription that D1 did not know; it is stored then.
 */
export async function openCheckout(billing: Billing, accountId: string, tier: PaidTier): Promise<string> {
  for (let round = 1; ; round += 1) {
    const customer = await ensureCustomer(billing, accountId, round);
    try {
      await refuseSecondSubscription(billing, customer);
      const { url } = await openCheckoutSession(billing, accountId, customer, tier);
      if (url) return url;
      throw new ApiError("billing_unavailable");
    } catch (error) {
      if (round === MAX_ROUNDS || !isOvertaken(error)) throw error;
      if (isMissing(error) && error.param === "customer") await forgetCustomer(billing.db, customer);
    }
  }
}

/**
 * A concurrent click chose another plan: it used the idempotency key, or closed the checkout session. Or the customer
 * does not exist: it was deleted, or belongs to another Stripe account.
 */
function isOvertaken(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  );
}

async function ensureCustomer({ db, stripe }: Billing, accountId: string, round: number): Promise<string> {
  const payer = await readPayer(db, accountId);
  if (!payer) throw new ApiError("session_required");
  if (payer.customerId) return payer.customerId;
  const { id } = await stripe.customers.create(
    { email: payer.email, metadata: { [ACCOUNT_METADATA]: accountId } },
    { idempotencyKey: `customer:${accountId}:${round}` },
  );
  return keepCustomer(db, accountId, id);
}

async function refuseSecondSubscription(billing: Billing, customer: string): Promise<void> {
  const fetchedAt = Date.now();
  const { data } = await billing.stripe.subscriptions.list({ customer });
  let exists = false;
  for (const subscription of data)
    exists = (await applySubscription(billing, subscription, fetchedAt)) || exists;
  if (exists) throw new ApiError("subscription_exists");
}

async function openCheckoutSession(
  { stripe, catalog, origin }: Billing,
  accountId: string,
  customer: string,
  tier: PaidTier,
): Promise<Stripe.Checkout.Session> {
  const { data: earlier } = await stripe.checkout.sessions.list({ customer });
  for (const session of earlier) {
    if (session.status !== "open") continue;
    if (session.metadata?.[TIER_METADATA] === tier) return session;
    await stripe.checkout.sessions.expire(session.id);
  }
  const metadata = { [ACCOUNT_METADATA]: accountId, [TIER_METADATA]: tier };
  return stripe.checkout.sessions.create(
    {
      mode: "subscription",
      customer,
      client_reference_id: accountId,
      // Overage of both plans: the plan can change in place, and credits keep the price of the plan they were used
      // under.
      line_items: [
        { price: catalog[tier], quantity: 1 },
        { price: catalog.starterOverage },
        { price: catalog.proOverage },
      ],
      success_url: `${origin}/settings?checkout=success&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/plans?checkout=canceled`,
      metadata,
      subscription_data: { metadata, billing_mode: { type: "flexible" } },
    },
    // The key names the newest checkout session, so that concurrent clicks share one key and get one session.
    { idempotencyKey: `checkout:${accountId}:${earlier[0]?.id ?? "first"}` },
  );
}
