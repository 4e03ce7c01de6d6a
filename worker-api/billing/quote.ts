/** What a change of plan costs and gives, before it is made. Stripe prorates the change from the quote's moment. */
import type Stripe from "stripe";
import { compareTiers, type PaidTier, PLANS } from "#contract/plans.ts";
import { readAccount } from "#store/accounts/accounts.ts";
import { ApiError } from "../http/api-error.ts";
import { periodOf, proratedCredits } from "./period-credits.ts";
import { planOf, type SubscribedPlan } from "./plan.ts";
import type { Billing } from "./stripe.ts";

export interface Quote {
  plan: SubscribedPlan;
  wanted: PaidTier;
  direction: "upgrade" | "downgrade";
  /** Unix seconds. The share of the period after it is the share of the price and of the credits that changes. */
  moment: number;
  /** Credits of this period before and after the change. */
  credits: { used: number; from: number; to: number };
}

/** Parameters of a change, the same for Stripe's preview and for the change itself. */
export function changeOf(billing: Billing, { plan, wanted, direction }: Omit<Quote, "moment" | "credits">) {
  return {
    items: [{ id: plan.item.id, price: billing.catalog[wanted] }],
    proration_behavior: direction === "upgrade" ? "always_invoice" : "create_prorations",
  } satisfies Stripe.SubscriptionUpdateParams;
}

/**
 * Stripe's invoice for the change, and its moment: now. A downgrade refunds only credits that are not used, so its
 * moment is later if more are used than the time that is left.
 * @throws ApiError `same_plan`, or `payment_failed` while an invoice is unpaid
 */
export async function quoteChange(
  billing: Billing,
  accountId: string,
  subscription: Stripe.Subscription,
  wanted: PaidTier,
): Promise<{ quote: Quote; invoice: Stripe.Invoice }> {
  const change = directionOf(billing, subscription, wanted);
  const invoice = await previewChange(billing, subscription, change);
  const period = periodOf(change.plan);
  const now = invoice.parent?.subscription_details?.subscription_proration_date ?? Date.now() / 1000;
  const { used, from } = await creditsOf(billing, accountId);
  const earliest = momentOf(change, period, mayChange(change, used, from));
  // A proration must lie within the period.
  const moment = Math.min(Math.max(Math.floor(now), earliest), period.end - 1);
  const quote = quoteAt(change, moment, { used, from });
  return { quote, invoice: moment === now ? invoice : await previewChange(billing, subscription, quote) };
}

/** The quote of an earlier moment, with the credits of now. */
export async function quoteAgain(
  billing: Billing,
  accountId: string,
  subscription: Stripe.Subscription,
  wanted: PaidTier,
  moment: number,
): Promise<Quote> {
  const change = directionOf(billing, subscription, wanted);
  return quoteAt(change, moment, await creditsOf(billing, accountId));
}

type Change = Pick<Quote, "plan" | "wanted" | "direction">;

function quoteAt(change: Change, moment: number, { used, from }: { used: number; from: number }): Quote {
  const to = from + proratedCredits(differenceOf(change), moment, periodOf(change.plan));
  return { ...change, moment, credits: { used, from, to } };
}

function directionOf(billing: Billing, subscription: Stripe.Subscription, wanted: PaidTier): Change {
  const plan = planOf(billing, subscription);
  if (!plan) throw new ApiError("billing_unavailable", { cause: new Error(`no plan in ${subscription.id}`) });
  const direction = compareTiers(plan.tier, wanted);
  if (direction === "same") throw new ApiError("same_plan");
  if (subscription.status !== "active" && subscription.status !== "trialing")
    throw new ApiError("payment_failed");
  return { plan, wanted, direction };
}

function differenceOf({ plan, wanted }: Change): number {
  return PLANS[wanted].creditsPerMonth - PLANS[plan.tier].creditsPerMonth;
}

/**
 * Most credits that a change takes or adds. A downgrade takes no used ones. An upgrade leads to no more than the higher
 * plan's, so that an upgrade after a downgrade costs no more than what the downgrade credited.
 */
function mayChange({ direction, wanted }: Change, used: number, credits: number): number {
  const planned = PLANS[wanted].creditsPerMonth;
  return Math.max(0, direction === "upgrade" ? planned - credits : credits - Math.max(used, planned));
}

/** The earliest moment from which a change is prorated to at most these credits. */
function momentOf(change: Change, { start, end }: ReturnType<typeof periodOf>, credits: number): number {
  return end - Math.floor((end - start) * Math.min(1, credits / Math.abs(differenceOf(change))));
}

async function creditsOf({ db }: Billing, accountId: string): Promise<{ used: number; from: number }> {
  const account = await readAccount(db, accountId);
  if (!account) throw new ApiError("session_required");
  return { used: account.creditsUsed, from: account.monthlyCredits };
}

function previewChange(
  billing: Billing,
  subscription: Stripe.Subscription,
  change: Change & { moment?: number },
): Promise<Stripe.Invoice> {
  const { moment } = change;
  return billing.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      ...changeOf(billing, change),
      ...(moment !== undefined && { proration_date: moment }),
    },
  });
}
