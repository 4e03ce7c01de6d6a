/**
 * The credits of a period in which the plan was changed: for each change, the same share of the credits as Stripe's
 * proration of the price. Computed from Stripe's prorations at each reading, so a change counts once, also one that was made at Stripe.
 */
import type Stripe from "stripe";
import { type PaidTier, PLANS } from "#contract/plans.ts";
import { idOf, type SubscribedPlan, tierOfPrice } from "./plan.ts";
import type { Billing } from "./stripe.ts";

const MAX_PAGE = 100;

/** Unix seconds. */
interface Period {
  start: number;
  end: number;
}

/** A line of a prorated change. */
interface Proration {
  tier: PaidTier;
  /** Negative: unused time of the old plan. Positive: remaining time of the new one. */
  amount: number;
  /** When the change was made, and the moment from which it is prorated. Unix seconds. */
  changedAt: number;
  from: number;
}

export function periodOf({ item }: SubscribedPlan): Period {
  return { start: item.current_period_start, end: item.current_period_end };
}

/** Credits that a change with this difference of the monthly credits adds (or, if negative, takes) from `moment` on. */
export function proratedCredits(difference: number, moment: number, { start, end }: Period): number {
  return Math.sign(difference) * Math.round((Math.abs(difference) * (end - moment)) / (end - start));
}

/** Credits of the period on the plan `tier`, after these prorated changes, newest first. */
function periodCredits(tier: PaidTier, period: Period, prorations: readonly Proration[]): number {
  const creditsOf = (plan: PaidTier): number => PLANS[plan].creditsPerMonth;
  let credits = creditsOf(tier);
  /** Monthly credits of the plan after the change. */
  let after = credits;
  for (const lines of Map.groupBy(prorations, (one) => `${one.changedAt} ${one.from}`).values()) {
    const from = lines[0]?.from ?? period.start;
    // Near the period's end an amount is 0. It is then the plan's line if it names the plan after the change.
    const isNewPlan = (one: Proration) => (one.amount === 0 ? creditsOf(one.tier) === after : one.amount > 0);
    const difference = lines.reduce(
      (sum, one) => sum + (isNewPlan(one) ? creditsOf(one.tier) : -creditsOf(one.tier)),
      0,
    );
    credits -= difference - proratedCredits(difference, from, period);
    after -= difference;
  }
  const plans = [tier, ...prorations.map((one) => one.tier)].map(creditsOf);
  return Math.min(Math.max(credits, Math.min(...plans)), Math.max(...plans));
}

/** Reads the prorations of the subscription's current period, newest first, and computes its credits. */
export async function readPeriodCredits(
  billing: Billing,
  subscription: Stripe.Subscription,
  plan: SubscribedPlan,
): Promise<number> {
  const period = periodOf(plan);
  const prorations: Proration[] = [];
  const items = billing.stripe.invoiceItems.list({
    customer: idOf(subscription.customer),
    created: { gte: period.start },
    limit: MAX_PAGE,
    expand: ["data.invoice", "data.pricing.price_details.price"],
  });
  for await (const item of items) {
    const price = item.pricing?.price_details?.price;
    const tier = typeof price === "object" ? tierOfPrice(billing, price) : null;
    if (!tier || !isProrationOf(item, subscription.id, period) || !isSettled(item)) continue;
    prorations.push({ tier, amount: item.amount, changedAt: item.date, from: item.period.start });
  }
  return periodCredits(plan.tier, period, prorations);
}

function isProrationOf(item: Stripe.InvoiceItem, subscriptionId: string, period: Period): boolean {
  const owner = item.parent?.subscription_details?.subscription;
  return item.proration && owner === subscriptionId && item.period.end === period.end;
}

/** Whether the proration is charged or credited. The plan of an unpaid change has not begun. */
function isSettled({ invoice }: Stripe.InvoiceItem): boolean {
  if (typeof invoice === "string") return true;
  return invoice === null || invoice.status === "paid" || invoice.status === "draft";
}
