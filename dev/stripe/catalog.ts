/** The calls for products, prices and the billing portal. */
import type Stripe from "stripe";
import { z } from "zod";
import { call, Flag, Int, Metadata, Nothing, type Operations, Page } from "./call.ts";
import { newId } from "./state.ts";
import { portalConfigurationView, portalSessionView, priceView, productView } from "./views.ts";
import type { Shape } from "./wire.ts";
import { found, list, namedCustomer, StripeFault } from "./world.ts";

const NewProduct = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  metadata: Metadata,
} satisfies Shape<Stripe.ProductCreateParams>);

const PriceQuery = z.strictObject({
  ...Page,
  lookup_keys: z.array(z.string()).optional(),
  active: Flag.optional(),
} satisfies Shape<Stripe.PriceListParams>);

const Recurring = z.strictObject({
  interval: z.literal("month"),
  usage_type: z.enum(["licensed", "metered"]).default("licensed"),
  meter: z.string().optional(),
} satisfies Shape<Stripe.PriceCreateParams.Recurring>);

const NewPrice = z.strictObject({
  product: z.string(),
  currency: z.literal("usd"),
  unit_amount: Int.optional(),
  unit_amount_decimal: z.string().optional(),
  lookup_key: z.string().optional(),
  transfer_lookup_key: Flag.optional(),
  nickname: z.string().optional(),
  metadata: Metadata,
  recurring: Recurring,
} satisfies Shape<Stripe.PriceCreateParams>);

const ConfigurationQuery = z.strictObject({
  ...Page,
  active: Flag.optional(),
} satisfies Shape<Stripe.BillingPortal.ConfigurationListParams>);

type FeatureParams = Stripe.BillingPortal.ConfigurationCreateParams.Features;
const InvoiceHistory = z.strictObject({ enabled: Flag } satisfies Shape<FeatureParams["invoice_history"]>);
const PaymentMethodUpdate = z.strictObject({
  enabled: Flag,
} satisfies Shape<FeatureParams["payment_method_update"]>);
const SubscriptionCancel = z.strictObject({
  enabled: Flag,
  mode: z.enum(["at_period_end", "immediately"]).optional(),
} satisfies Shape<FeatureParams["subscription_cancel"]>);

const Features = z.strictObject({
  invoice_history: InvoiceHistory.optional(),
  payment_method_update: PaymentMethodUpdate.optional(),
  subscription_cancel: SubscriptionCancel.optional(),
} satisfies Shape<FeatureParams>);

const NewConfiguration = z.strictObject({
  features: Features,
  default_return_url: z.string().optional(),
  metadata: Metadata,
} satisfies Shape<Stripe.BillingPortal.ConfigurationCreateParams>);

const NewPortalSession = z.strictObject({
  customer: z.string(),
  configuration: z.string().optional(),
  return_url: z.string(),
} satisfies Shape<Stripe.BillingPortal.SessionCreateParams>);

/** The SDK's type of each call's result. */
interface Results {
  "GET /v1/products/{id}": Stripe.Product;
  "POST /v1/products": Stripe.Product;
  "GET /v1/prices": Stripe.ApiList<Stripe.Price>;
  "POST /v1/prices": Stripe.Price;
  "GET /v1/billing_portal/configurations": Stripe.ApiList<Stripe.BillingPortal.Configuration>;
  "POST /v1/billing_portal/configurations": Stripe.BillingPortal.Configuration;
  "POST /v1/billing_portal/sessions": Stripe.BillingPortal.Session;
}

export const catalogOperations = {
  "GET /v1/products/{id}": call(Nothing, ({ world, id }) => productView(found(world.state.products[id], id))),
  "POST /v1/products": call(NewProduct, ({ world, wanted }) => {
    const id = wanted.id ?? newId("prod");
    if (world.state.products[id])
      throw new StripeFault(400, `Product already exists: ${id}`, { code: "resource_already_exists" });
    const { name, description = null, metadata } = wanted;
    world.state.products[id] = { id, created: world.now(null), name, description, metadata };
    return productView(world.state.products[id]);
  }),
  "GET /v1/prices": call(PriceQuery, ({ world, wanted }) => {
    const rows = Object.values(world.state.prices).filter(
      (price) => !wanted.lookup_keys || wanted.lookup_keys.includes(price.lookupKey ?? ""),
    );
    return list(rows, wanted, "/v1/prices", priceView);
  }),
  "POST /v1/prices": call(NewPrice, ({ world, wanted }) => {
    found(world.state.products[wanted.product], wanted.product);
    const unitAmount = wanted.unit_amount_decimal ?? String(wanted.unit_amount);
    const meter = wanted.recurring.meter ?? null;
    if ((wanted.recurring.usage_type === "metered") !== (meter !== null))
      throw new StripeFault(400, "A metered price, and only a metered price, names a meter.");
    const lookupKey = wanted.lookup_key ?? null;
    const holder = Object.values(world.state.prices).find((one) => lookupKey && one.lookupKey === lookupKey);
    if (holder && !wanted.transfer_lookup_key)
      throw new StripeFault(400, `A price already uses that lookup key: ${lookupKey}`);
    if (holder) holder.lookupKey = null;
    const id = newId("price");
    const { product, nickname = null, metadata } = wanted;
    const created = world.now(null);
    world.state.prices[id] = { id, created, product, unitAmount, lookupKey, nickname, meter, metadata };
    return priceView(world.state.prices[id]);
  }),
  "GET /v1/billing_portal/configurations": call(ConfigurationQuery, ({ world, wanted }) => {
    const rows = Object.values(world.state.portalConfigurations);
    return list(rows, wanted, "/v1/billing_portal/configurations", portalConfigurationView);
  }),
  "POST /v1/billing_portal/configurations": call(NewConfiguration, ({ world, wanted }) => {
    const id = newId("bpc");
    world.state.portalConfigurations[id] = {
      id,
      created: world.now(null),
      features: wanted.features,
      returnUrl: wanted.default_return_url ?? null,
      metadata: wanted.metadata,
    };
    return portalConfigurationView(world.state.portalConfigurations[id]);
  }),
  "POST /v1/billing_portal/sessions": call(NewPortalSession, ({ world, wanted }) => {
    const customer = namedCustomer(world.state, wanted.customer);
    const configuration = wanted.configuration ?? "";
    found(world.state.portalConfigurations[configuration], configuration);
    const id = newId("bps");
    world.state.portalSessions[id] = {
      id,
      created: world.now(customer.id),
      customer: customer.id,
      configuration,
      returnUrl: wanted.return_url,
    };
    return portalSessionView(world, world.state.portalSessions[id]);
  }),
} satisfies Operations<Results>;
