/** Which of our plans a Stripe object stands for. */
import type Stripe from "stripe";
import { type PaidTier, TIERS } from "#contract/plans.ts";
import { TIER_METADATA } from "#contract/stripe.ts";
import type { Billing } from "./stripe.ts";

/** A subscription's plan, and the item that carries it. */
export interface SubscribedPlan {
  tier: PaidTier;
  item: Stripe.SubscriptionItem;
}

/** Null for other products. */
export function planOf(billing: Billing, subscription: Stripe.Subscription): SubscribedPlan | null {
  for (const item of subscription.items.data) {
    if (item.price.recurring?.usage_type !== "licensed") continue;
    const tier = tierOfPrice(billing, item.price);
    if (tier) return { tier, item };
  }
  return null;
}

/** The plan of a price; null for other products. Prices from before a price change still name their plan. */
export function tierOfPrice({ catalog }: Billing, { id, metadata }: Stripe.Price): PaidTier | null {
  if (id === catalog.starter) return "starter";
  if (id === catalog.pro) return "pro";
  const tier = TIERS.find((one) => one === metadata[TIER_METADATA]);
  return tier === undefined || tier === "free" ? null : tier;
}

/**
 * Whether the subscription ends with its period. The billing portal sets `cancel_at` alone:
 * https://docs.stripe.com/billing/subscriptions/billing-mode/compare
 */
export function isEnding(subscription: Stripe.Subscription, { item }: SubscribedPlan): boolean {
  const { cancel_at_period_end, cancel_at } = subscription;
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= item.current_period_end);
}

export function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
