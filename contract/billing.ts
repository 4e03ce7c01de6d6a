/** Names that our code and the Stripe account must agree on. Prices and quotas are in plans.ts. */
import { z } from "zod";
import { type PaidTier, PLANS } from "./plans.ts";

/** The metadata field of a price (and of a subscription) that says which plan it is. */
export const TIER_METADATA = "platen_tier";
/** The metadata field of a customer and of a subscription that names our account. */
export const ACCOUNT_METADATA = "platen_account";

/** What a credit past the limit is reported to, by the plan it was used under: one meter a plan, one unit a credit. */
export const OVERAGE_METERS = {
  starter: "platen_overage_starter",
  pro: "platen_overage_pro",
} as const satisfies Record<PaidTier, string>;

/** The ids that `npm run stripe:setup` prints and STRIPE_PRICES holds as JSON. */
export const StripeCatalog = z.strictObject({
  /** Prices of the plans. */
  starter: z.string().startsWith("price_"),
  pro: z.string().startsWith("price_"),
  /** Metered prices of the credits past the limit. */
  starterOverage: z.string().startsWith("price_"),
  proOverage: z.string().startsWith("price_"),
  /** The billing portal's configuration. */
  portal: z.string().startsWith("bpc_"),
});
export type StripeCatalog = z.infer<typeof StripeCatalog>;

/** What the plans page shows after a choice that changes the plan in place (spec §4). */
export const PLAN_CHANGED = {
  upgrade: (tier: PaidTier, chargedCents: number) =>
    `You are now on the ${PLANS[tier].name} plan. Only the prorated difference was charged: $${(chargedCents / 100).toFixed(2)}.`,
  downgrade: (tier: PaidTier) =>
    `You are now on the ${PLANS[tier].name} plan. A prorated credit reduces your next invoice.`,
  unpaid: (tier: PaidTier) =>
    `The payment did not go through. To move to the ${PLANS[tier].name} plan, pay the difference on the next page.`,
} as const;
