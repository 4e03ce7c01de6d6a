/** Choosing a plan: the first one leads to the payment page, later ones change the subscription in place (spec §4). */
import type Stripe from "stripe";
import { PLAN_CHANGED } from "#contract/account/billing.ts";
import type { PaidTier, Tier } from "#contract/plans.ts";
import { log } from "#log/log.ts";
import { holdCredits, readSubscription } from "#store/money/subscriptions.ts";
import { ApiError } from "../http/api-error.ts";
import { openCheckout } from "./checkout.ts";
import { periodOf } from "./period-credits.ts";
import { idOf, isEnding, planOf } from "./plan.ts";
import { confirmedMoment } from "./preview.ts";
import { changeOf, type Quote, quoteAgain, quoteChange } from "./quote.ts";
import type { Billing } from "./stripe.ts";
import { applySubscription, syncSubscription } from "./sync.ts";

/** The payment page to open, or what changed in place. */
type Choice = { url: string; message?: string } | { updated: true; message: string };

/**
 * @param preview Token of the figures that the owner confirmed. Without one, the change is prorated from now.
 * @throws ApiError `same_plan`, `cannot_downgrade_to_free`, `subscription_exists`, `payment_failed`, `preview_expired`
 * or `billing_unavailable`.
 */
export async function choosePlan(
  billing: Billing,
  env: Pick<Env, "SIGNING_KEY">,
  account: { accountId: string; tier: Tier },
  wanted: Tier,
  preview?: string,
): Promise<Choice> {
  const { accountId } = account;
  if (wanted === "free")
    throw new ApiError(account.tier === "free" ? "same_plan" : "cannot_downgrade_to_free");
  const known = await readSubscription(billing.db, accountId);
  if (!known && account.tier === wanted) throw new ApiError("same_plan");
  const subscription = known && (await syncSubscription(billing, known.id));
  if (!subscription || subscription.ended_at !== null)
    return { url: await openCheckout(billing, accountId, wanted) };
  const quote = preview
    ? await confirmedQuote(billing, env, accountId, subscription, wanted, preview)
    : (await quoteChange(billing, accountId, subscription, wanted)).quote;
  return changePlan(billing, accountId, subscription, quote);
}

async function confirmedQuote(
  billing: Billing,
  env: Pick<Env, "SIGNING_KEY">,
  accountId: string,
  subscription: Stripe.Subscription,
  wanted: PaidTier,
  preview: string,
): Promise<Quote> {
  const of = { accountId, subscription: subscription.id, tier: wanted };
  const moment = await confirmedMoment(env, preview, of);
  const quote = await quoteAgain(billing, accountId, subscription, wanted, moment);
  const { start, end } = periodOf(quote.plan);
  if (moment < start || moment >= end) throw new ApiError("preview_expired");
  return quote;
}

async function changePlan(
  billing: Billing,
  accountId: string,
  subscription: Stripe.Subscription,
  quote: Quote,
): Promise<Choice> {
  const { direction, wanted } = quote;
  const isUpgrade = direction === "upgrade";
  if (!isUpgrade && !(await holdCredits(billing.db, accountId, subscription.id, quote.credits)))
    throw new ApiError("preview_expired");
  const fetchedAt = Date.now();
  const changed = await updatePlan(billing, subscription, quote).catch(async (error: unknown) => {
    if (!isUpgrade) await syncSubscription(billing, subscription.id);
    throw error;
  });
  await applySubscription(billing, changed, fetchedAt);
  if (changed.pending_update) return { url: paymentPage(changed), message: PLAN_CHANGED.unpaid(wanted) };
  const message = isUpgrade
    ? PLAN_CHANGED.upgrade(wanted, chargedCents(subscription, changed))
    : PLAN_CHANGED.downgrade(wanted);
  return { updated: true, message: message + (await resumeAfter(billing, changed, quote)) };
}

function updatePlan(
  billing: Billing,
  subscription: Stripe.Subscription,
  quote: Quote,
): Promise<Stripe.Subscription> {
  const { plan, wanted, moment, direction } = quote;
  const price = billing.catalog[wanted];
  return billing.stripe.subscriptions.update(
    subscription.id,
    {
      ...changeOf(billing, quote),
      proration_date: moment,
      ...(direction === "upgrade" && { payment_behavior: "pending_if_incomplete" }),
      expand: ["latest_invoice"],
    },
    // Each paid change makes an invoice, so the latest one distinguishes a second change from a second click.
    {
      idempotencyKey: `plan:${subscription.id}:${plan.item.price.id}:${price}:${moment}:${latestInvoice(subscription)}`,
    },
  );
}

function latestInvoice({ latest_invoice }: Stripe.Subscription): string {
  return latest_invoice === null ? "none" : idOf(latest_invoice);
}

/** A change that costs nothing may have no invoice of its own. */
function chargedCents(before: Stripe.Subscription, { latest_invoice }: Stripe.Subscription): number {
  if (latest_invoice === null || typeof latest_invoice === "string") return 0;
  return latest_invoice.id === latestInvoice(before) ? 0 : latest_invoice.amount_paid;
}

/**
 * URL of the invoice's page, where a declined or unconfirmed difference can be paid. The plan changes once it is paid.
 */
function paymentPage({ latest_invoice }: Stripe.Subscription): string {
  const url = typeof latest_invoice === "object" ? latest_invoice?.hosted_invoice_url : null;
  if (!url) throw new ApiError("payment_failed");
  return url;
}

/**
 * Reverts a cancellation, as the preview has said, and returns the sentence about it. The plan is paid already, so a
 * failure is no error of the change.
 */
async function resumeAfter(billing: Billing, changed: Stripe.Subscription, { plan }: Quote): Promise<string> {
  if (!isEnding(changed, plan)) return "";
  try {
    await setCancel(billing, changed.id, false);
    return ` ${PLAN_CHANGED.resumed}`;
  } catch (error) {
    log.error("A cancellation was not reverted after a change of plan.", { subscription: changed.id, error });
    return ` ${PLAN_CHANGED.stillCanceled}`;
  }
}

/** Sets whether the subscription ends with its period. Repeating it changes nothing, so it needs no idempotency key. */
export async function setCancel(billing: Billing, subscriptionId: string, cancel: boolean): Promise<void> {
  const fetchedAt = Date.now();
  const subscription = await billing.stripe.subscriptions.retrieve(subscriptionId);
  const plan = planOf(billing, subscription);
  const isDone = plan !== null && isEnding(subscription, plan) === cancel;
  const wanted = isDone ? subscription : await updateCancel(billing, subscription, cancel);
  await applySubscription(billing, wanted, fetchedAt);
}

/** Stripe takes only one of the two parameters. */
function updateCancel(
  { stripe }: Billing,
  { id, cancel_at_period_end }: Stripe.Subscription,
  cancel: boolean,
): Promise<Stripe.Subscription> {
  const isPortals = !cancel && !cancel_at_period_end;
  return stripe.subscriptions.update(id, isPortals ? { cancel_at: "" } : { cancel_at_period_end: cancel });
}
