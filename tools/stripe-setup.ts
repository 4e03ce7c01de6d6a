/**
 * `npm run stripe:setup` makes what billing needs in the Stripe account of STRIPE_SECRET_KEY: products, prices, meters,
 * portal configuration. It prints the ids for STRIPE_PRICES. A second run finds what exists and makes what is missing.
 */
import Stripe from "stripe";
import { type PaidTier, PLANS } from "#contract/plans.ts";
import { OVERAGE_METERS, type StripeCatalog, TIER_METADATA } from "#contract/stripe.ts";

export type { StripeCatalog };

const PORTAL_METADATA = { platen: "portal" };

export async function setUpStripe(stripe: Stripe): Promise<StripeCatalog> {
  return {
    starter: await planPrice(stripe, "starter"),
    pro: await planPrice(stripe, "pro"),
    starterOverage: await overagePrice(stripe, "starter"),
    proOverage: await overagePrice(stripe, "pro"),
    portal: await portal(stripe),
  };
}

async function planPrice(stripe: Stripe, tier: PaidTier): Promise<string> {
  const { name, priceCents, creditsPerMonth } = PLANS[tier];
  const product = await ensureProduct(stripe, `platen_${tier}`, {
    name: `Platen ${name}`,
    description: `${creditsPerMonth} credits a month`,
  });
  return ensurePrice(stripe, {
    product,
    lookup_key: `platen_${tier}_monthly`,
    currency: "usd",
    unit_amount_decimal: Stripe.Decimal.from(priceCents),
    recurring: { interval: "month" },
    metadata: { [TIER_METADATA]: tier },
  });
}

async function overagePrice(stripe: Stripe, tier: PaidTier): Promise<string> {
  const { name, overageMillis } = PLANS[tier];
  const product = await ensureProduct(stripe, `platen_${tier}_overage`, {
    name: `Platen ${name}, credits past the limit`,
    description: "Billed at the end of each month for the credits used past the monthly limit",
  });
  return ensurePrice(stripe, {
    product,
    lookup_key: `platen_${tier}_overage`,
    currency: "usd",
    unit_amount_decimal: Stripe.Decimal.from(overageMillis / 10),
    recurring: {
      interval: "month",
      usage_type: "metered",
      meter: await ensureMeter(stripe, OVERAGE_METERS[tier], `Platen ${name} overage`),
    },
  });
}

async function ensureProduct(
  stripe: Stripe,
  id: string,
  fields: { name: string; description: string },
): Promise<string> {
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== "resource_missing")
      throw error;
    return (await stripe.products.create({ id, ...fields })).id;
  }
}

/** In Stripe a price's amount never changes. Another amount is a new price, which takes over the lookup key. */
async function ensurePrice(
  stripe: Stripe,
  wanted: Stripe.PriceCreateParams & { lookup_key: string; unit_amount_decimal: Stripe.Decimal },
): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [wanted.lookup_key], active: true });
  const same = data.find(
    (price) =>
      price.unit_amount_decimal?.eq(wanted.unit_amount_decimal) &&
      (price.recurring?.meter ?? undefined) === wanted.recurring?.meter,
  );
  return same?.id ?? (await stripe.prices.create({ ...wanted, transfer_lookup_key: true })).id;
}

async function ensureMeter(stripe: Stripe, eventName: string, displayName: string): Promise<string> {
  for await (const meter of stripe.billing.meters.list({ status: "active", limit: 100 }))
    if (meter.event_name === eventName) return meter.id;
  const made = await stripe.billing.meters.create({
    display_name: displayName,
    event_name: eventName,
    default_aggregation: { formula: "sum" },
    customer_mapping: { type: "by_id", event_payload_key: "stripe_customer_id" },
    value_settings: { event_payload_key: "value" },
  });
  return made.id;
}

/** The portal shows invoices, changes the card, and cancels at the period's end. Plans change on our own page. */
async function portal(stripe: Stripe): Promise<string> {
  for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (one.metadata?.platen === PORTAL_METADATA.platen) return one.id;
  const made = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
    metadata: PORTAL_METADATA,
  });
  return made.id;
}

if (import.meta.main) {
  const key = process.env.STRIPE_SECRET_KEY;
  if (!key) {
    console.error("Set STRIPE_SECRET_KEY to the account's secret key.");
    process.exit(1);
  }
  const catalog = await setUpStripe(new Stripe(key));
  console.log("npm run deploy with the same key sets this variable of the API Worker:\n");
  console.log(`STRIPE_PRICES = '${JSON.stringify(catalog)}'`);
}
