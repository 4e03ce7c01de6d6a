/** What Stripe says of a subscription, brought into D1. It is always read anew: what an event carries may be old. */
import type Stripe from "stripe";
import { TIER_METADATA } from "#contract/billing.ts";
import { type PaidTier, TIERS } from "#contract/plans.ts";
import { accountOfCustomer, applyReading, type SubscriptionReading } from "#store/money/subscriptions.ts";
import { type Billing, isMissing } from "./stripe.ts";

/** Reads a subscription and applies it to the account of its customer; null when either is none of ours. */
export async function syncSubscription(
  billing: Billing,
  subscriptionId: string,
): Promise<Stripe.Subscription | null> {
  const fetchedAt = Date.now();
  try {
    const subscription = await billing.stripe.subscriptions.retrieve(subscriptionId);
    return (await applySubscription(billing, subscription, fetchedAt)) ? subscription : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Applies what Stripe answered to a request made at `fetchedAt`; false when it concerns none of our accounts. */
export async function applySubscription(
  billing: Billing,
  subscription: Stripe.Subscription,
  fetchedAt: number,
): Promise<boolean> {
  const reading = read(billing, subscription);
  const accountId = await accountOfCustomer(billing.db, idOf(subscription.customer));
  if (!reading || !accountId) return false;
  await applyReading(billing.db, accountId, reading, fetchedAt);
  return true;
}

function read(billing: Billing, subscription: Stripe.Subscription): SubscriptionReading | null {
  const plan = planOf(billing, subscription);
  if (!plan) return null;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    status: subscription.status,
    tier: plan.tier,
    itemId: plan.item.id,
    currentPeriodStart: plan.item.current_period_start * 1000,
    currentPeriodEnd: plan.item.current_period_end * 1000,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endedAt: subscription.ended_at === null ? null : subscription.ended_at * 1000,
  };
}

/** The item that carries the plan; prices from before a change of price still name their plan. */
export function planOf(
  billing: Billing,
  subscription: Stripe.Subscription,
): { tier: PaidTier; item: Stripe.SubscriptionItem } | null {
  const { starter, pro } = billing.catalog;
  for (const item of subscription.items.data) {
    if (item.price.recurring?.usage_type !== "licensed") continue;
    if (item.price.id === starter) return { tier: "starter", item };
    if (item.price.id === pro) return { tier: "pro", item };
    const tier = TIERS.find((one) => one === item.price.metadata[TIER_METADATA]);
    if (tier && tier !== "free") return { tier, item };
  }
  return null;
}

export function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
