/** Choosing a plan: the first one leads to the payment page, later ones change the subscription in place (spec §4). */
import type Stripe from "stripe";
import { PLAN_CHANGED } from "#contract/billing.ts";
import { compareTiers, type PaidTier, type Tier } from "#contract/plans.ts";
import { readSubscription } from "#store/money/subscriptions.ts";
import { ApiError } from "../http/api-error.ts";
import { openCheckout } from "./checkout.ts";
import type { Billing } from "./stripe.ts";
import { applySubscription, idOf, planOf, syncSubscription } from "./sync.ts";

/** The payment page to open, or what changed in place. */
type Choice = { url: string; message?: string } | { updated: true; message: string };

/**
 * @throws ApiError `same_plan`, `cannot_downgrade_to_free`, `subscription_exists`, `payment_failed` or
 * `billing_unavailable`.
 */
export async function choosePlan(
  billing: Billing,
  account: { accountId: string; tier: Tier },
  wanted: Tier,
): Promise<Choice> {
  if (wanted === "free")
    throw new ApiError(account.tier === "free" ? "same_plan" : "cannot_downgrade_to_free");
  const known = await readSubscription(billing.db, account.accountId);
  if (!known && account.tier === wanted) throw new ApiError("same_plan");
  const subscription = known && (await syncSubscription(billing, known.id));
  if (!subscription || subscription.ended_at !== null)
    return { url: await openCheckout(billing, account.accountId, wanted) };
  return changePlan(billing, subscription, wanted);
}

async function changePlan(
  billing: Billing,
  subscription: Stripe.Subscription,
  wanted: PaidTier,
): Promise<Choice> {
  const plan = planOf(billing, subscription);
  if (!plan) throw new ApiError("billing_unavailable", { cause: new Error(`no plan in ${subscription.id}`) });
  const direction = compareTiers(plan.tier, wanted);
  if (direction === "same") throw new ApiError("same_plan");
  if (subscription.status !== "active" && subscription.status !== "trialing")
    throw new ApiError("payment_failed");

  const price = billing.catalog[wanted];
  const fetchedAt = Date.now();
  const changed = await billing.stripe.subscriptions.update(
    subscription.id,
    {
      items: [{ id: plan.item.id, price }],
      ...(direction === "upgrade"
        ? { proration_behavior: "always_invoice", payment_behavior: "pending_if_incomplete" }
        : { proration_behavior: "create_prorations" }),
      expand: ["latest_invoice"],
    },
    // Each paid change makes an invoice, so the latest one distinguishes a second change from a second click.
    {
      idempotencyKey: `plan:${subscription.id}:${plan.item.price.id}:${price}:${latestInvoice(subscription)}`,
    },
  );
  await applySubscription(billing, changed, fetchedAt);
  if (changed.pending_update) return { url: paymentPage(changed), message: PLAN_CHANGED.unpaid(wanted) };
  if (changed.cancel_at_period_end) await setCancel(billing, changed.id, false);
  const message =
    direction === "upgrade"
      ? PLAN_CHANGED.upgrade(wanted, chargedCents(changed))
      : PLAN_CHANGED.downgrade(wanted);
  return { updated: true, message };
}

function latestInvoice({ latest_invoice }: Stripe.Subscription): string {
  return latest_invoice === null ? "none" : idOf(latest_invoice);
}

function chargedCents({ latest_invoice }: Stripe.Subscription): number {
  return typeof latest_invoice === "object" ? (latest_invoice?.amount_paid ?? 0) : 0;
}

/**
 * URL of the invoice's page, where a declined or unconfirmed difference can be paid. The plan changes once it is paid.
 */
function paymentPage({ latest_invoice }: Stripe.Subscription): string {
  const url = typeof latest_invoice === "object" ? latest_invoice?.hosted_invoice_url : null;
  if (!url) throw new ApiError("payment_failed");
  return url;
}

/** Sets whether the subscription ends with its period. Repeating it changes nothing, so it needs no idempotency key. */
export async function setCancel(billing: Billing, subscriptionId: string, cancel: boolean): Promise<void> {
  const fetchedAt = Date.now();
  const changed = await billing.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel });
  await applySubscription(billing, changed, fetchedAt);
}
