/** Names that our code and the Stripe account must agree on. Prices and quotas are in plans.ts. */
import { z } from "zod";
import type { PaidTier } from "./plans.ts";

/** Metadata field of a Stripe price or subscription that names its plan. */
export const TIER_METADATA = "platen_tier";
/** Metadata field of a Stripe customer or subscription that holds our account's id. */
export const ACCOUNT_METADATA = "platen_account";

/** Stripe's meter for the overage credits of each plan. One unit is one credit. */
export const OVERAGE_METERS = {
  starter: "platen_overage_starter",
  pro: "platen_overage_pro",
} as const satisfies Record<PaidTier, string>;

/** Ids of our objects in Stripe. `npm run stripe:setup` prints them; the variable STRIPE_PRICES holds them as JSON. */
export const StripeCatalog = z.strictObject({
  /** Prices of the plans. */
  starter: z.string().startsWith("price_"),
  pro: z.string().startsWith("price_"),
  /** Metered prices of the overage credits. */
  starterOverage: z.string().startsWith("price_"),
  proOverage: z.string().startsWith("price_"),
  /** The billing portal's configuration. */
  portal: z.string().startsWith("bpc_"),
});
export type StripeCatalog = z.infer<typeof StripeCatalog>;
