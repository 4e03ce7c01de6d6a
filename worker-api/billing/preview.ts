/** The figures of a plan change, shown before it is confirmed, and the token that binds the change to them. */
import type Stripe from "stripe";
import { z } from "zod";
import type { PlanChange } from "#contract/account/billing.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import { readSubscription } from "#store/money/subscriptions.ts";
import { ApiError } from "../http/api-error.ts";
import { isoTime } from "../http/iso-time.ts";
import { readToken, signToken } from "../http/signed-token.ts";
import { periodOf } from "./period-credits.ts";
import { isEnding } from "./plan.ts";
import { type Quote, quoteChange } from "./quote.ts";
import type { Billing } from "./stripe.ts";
import { syncSubscription } from "./sync.ts";

const AUDIENCE = "plan-change";

const Claims = z.object({
  subscription: z.string(),
  tier: z.string(),
  moment: z.number().int(),
});

/**
 * Null without a subscription: the plan is then bought on the payment page.
 * @throws ApiError `same_plan`, `cannot_downgrade_to_free` or `payment_failed`
 */
export async function previewPlan(
  billing: Billing,
  env: Pick<Env, "SIGNING_KEY">,
  accountId: string,
  wanted: Tier,
): Promise<PlanChange | null> {
  const known = await readSubscription(billing.db, accountId);
  const subscription = known && (await syncSubscription(billing, known.id));
  if (!subscription || subscription.ended_at !== null) return null;
  if (wanted === "free") throw new ApiError("cannot_downgrade_to_free");
  const { quote, invoice } = await quoteChange(billing, accountId, subscription, wanted);
  const { credits, plan, direction, moment } = quote;
  const expiresAt = Math.floor(Date.now() / 1000) + LIMITS.planPreviewSeconds;
  return {
    token: await sign(env, accountId, subscription.id, quote, expiresAt),
    expires_at: isoTime(expiresAt * 1000),
    tier: wanted,
    direction,
    resumes: isEnding(subscription, plan),
    due_cents: direction === "upgrade" ? invoice.amount_due : 0,
    credit_cents: direction === "downgrade" ? -proratedCents(invoice, moment) : 0,
    card: await readCard(billing, subscription.id),
    credits: { used: credits.used, now: credits.from, after: credits.to },
    next: {
      date: isoTime(periodOf(plan).end * 1000),
      price_cents: PLANS[wanted].priceCents,
      credits: PLANS[wanted].creditsPerMonth,
    },
  };
}

/** The next invoice may also have prorations of earlier changes, which have another moment. */
function proratedCents({ lines }: Stripe.Invoice, moment: number): number {
  return lines.data
    .filter((line) => line.parent?.subscription_item_details?.proration && line.period.start === moment)
    .reduce((sum, line) => sum + line.amount, 0);
}

async function readCard({ stripe }: Billing, subscriptionId: string): Promise<PlanChange["card"]> {
  const { default_payment_method: method } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["default_payment_method"],
  });
  const card = typeof method === "object" ? method?.card : null;
  return card ? { brand: card.brand, last4: card.last4 } : null;
}

function sign(
  env: Pick<Env, "SIGNING_KEY">,
  accountId: string,
  subscription: string,
  { wanted, moment }: Quote,
  expiresAt: number,
): Promise<string> {
  const claims = { subscription, tier: wanted, moment };
  return signToken(env, { audience: AUDIENCE, subject: accountId }, expiresAt, claims);
}

/**
 * The moment of the preview that the owner confirmed.
 * @throws ApiError `preview_expired` when it is too old, or of another change
 */
export async function confirmedMoment(
  env: Pick<Env, "SIGNING_KEY">,
  token: string,
  of: { accountId: string; subscription: string; tier: Tier },
): Promise<number> {
  const claims = Claims.safeParse(await readToken(env, token, { audience: AUDIENCE, subject: of.accountId }));
  if (claims.data?.subscription !== of.subscription || claims.data.tier !== of.tier)
    throw new ApiError("preview_expired");
  return claims.data.moment;
}
