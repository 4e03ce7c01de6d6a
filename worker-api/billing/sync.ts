/** Copies subscriptions from Stripe into D1. They are always read again, because the data of an event may be old. */
import type Stripe from "stripe";
import { accountOfCustomer, applyReading, type SubscriptionReading } from "#store/money/subscriptions.ts";
import { readPeriodCredits } from "./period-credits.ts";
import { idOf, isEnding, planOf } from "./plan.ts";
import { type Billing, isMissing } from "./stripe.ts";

/**
 * Reads a subscription and applies it to its customer's account. Null when Stripe does not have it, or when it is not
 * of our accounts and plans.
 */
export async function syncSubscription(
  billing: Billing,
  subscriptionId: string,
): Promise<Stripe.Subscription | null> {
  try {
    return await syncExisting(billing, subscriptionId);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The same, but throws Stripe's error when Stripe does not have the subscription (`isMissing`). */
export async function syncExisting(
  billing: Billing,
  subscriptionId: string,
): Promise<Stripe.Subscription | null> {
  const fetchedAt = Date.now();
  const subscription = await billing.stripe.subscriptions.retrieve(subscriptionId);
  return (await applySubscription(billing, subscription, fetchedAt)) ? subscription : null;
}

/**
 * Applies a subscription that was requested from Stripe at `fetchedAt` (Unix ms). False when it is not of our accounts
 * and plans.
 */
export async function applySubscription(
  billing: Billing,
  subscription: Stripe.Subscription,
  fetchedAt: number,
): Promise<boolean> {
  const accountId = await accountOfCustomer(billing.db, idOf(subscription.customer));
  const reading = accountId && (await read(billing, subscription));
  if (!reading) return false;
  await applyReading(billing.db, accountId, reading, fetchedAt);
  return true;
}

async function read(
  billing: Billing,
  subscription: Stripe.Subscription,
): Promise<SubscriptionReading | null> {
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
    cancelAtPeriodEnd: isEnding(subscription, plan),
    endedAt: subscription.ended_at === null ? null : subscription.ended_at * 1000,
    monthlyCredits: await readPeriodCredits(billing, subscription, plan),
  };
}
