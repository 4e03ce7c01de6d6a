/** What an account sells: products, prices, meters, and the portal's configuration. */
import { z } from "zod";
import type { Operations } from "./operations.ts";
import { newId } from "./state.ts";
import { meterView, portalConfigurationView, portalSessionView, priceView, productView } from "./views.ts";
import { found, list, namedCustomer, StripeFault } from "./world.ts";

const Metadata = z.record(z.string(), z.string()).default({});
const Page = z.strictObject({ limit: z.number().optional(), starting_after: z.string().optional() });

const NewProduct = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  metadata: Metadata,
});
const NewPrice = z.strictObject({
  product: z.string(),
  currency: z.literal("usd"),
  unit_amount: z.number().optional(),
  unit_amount_decimal: z.string().optional(),
  lookup_key: z.string().optional(),
  transfer_lookup_key: z.boolean().optional(),
  nickname: z.string().optional(),
  metadata: Metadata,
  recurring: z.strictObject({
    interval: z.literal("month"),
    usage_type: z.enum(["licensed", "metered"]).default("licensed"),
    meter: z.string().optional(),
  }),
});
const NewMeter = z.strictObject({
  display_name: z.string(),
  event_name: z.string(),
  default_aggregation: z.strictObject({ formula: z.literal("sum") }),
  customer_mapping: z.strictObject({
    type: z.literal("by_id"),
    event_payload_key: z.literal("stripe_customer_id"),
  }),
  value_settings: z.strictObject({ event_payload_key: z.literal("value") }),
});
const NewConfiguration = z.strictObject({
  features: z.record(z.string(), z.unknown()),
  default_return_url: z.string().optional(),
  metadata: Metadata,
});
const NewPortalSession = z.strictObject({
  customer: z.string(),
  configuration: z.string().optional(),
  return_url: z.string(),
});

export const catalogOperations: Operations = {
  "GET /v1/products/{id}": ({ world, id }) => productView(found(world.state.products[id], id)),
  "POST /v1/products": ({ world, fields }) => {
    const wanted = NewProduct.parse(fields);
    const id = wanted.id ?? newId("prod");
    if (world.state.products[id])
      throw new StripeFault(400, `Product already exists: ${id}`, { code: "resource_already_exists" });
    const { name, description = null, metadata } = wanted;
    world.state.products[id] = { id, created: world.now(null), name, description, metadata };
    return productView(world.state.products[id]);
  },
  "GET /v1/prices": ({ world, fields }) => {
    const query = Page.extend({
      lookup_keys: z.array(z.string()).optional(),
      active: z.boolean().optional(),
    }).parse(fields);
    const rows = Object.values(world.state.prices).filter(
      (price) => !query.lookup_keys || query.lookup_keys.includes(price.lookupKey ?? ""),
    );
    return list(rows, query, "/v1/prices", priceView);
  },
  "POST /v1/prices": ({ world, fields }) => {
    const wanted = NewPrice.parse(fields);
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
  },
  "GET /v1/billing/meters": ({ world, fields }) => {
    const query = Page.extend({ status: z.enum(["active", "inactive"]).optional() }).parse(fields);
    const rows = query.status === "inactive" ? [] : Object.values(world.state.meters);
    return list(rows, query, "/v1/billing/meters", meterView);
  },
  "POST /v1/billing/meters": ({ world, fields }) => {
    const wanted = NewMeter.parse(fields);
    if (Object.values(world.state.meters).some((one) => one.eventName === wanted.event_name))
      throw new StripeFault(400, `There is already an active meter for ${wanted.event_name}`);
    const id = newId("mtr");
    const created = world.now(null);
    world.state.meters[id] = { id, created, displayName: wanted.display_name, eventName: wanted.event_name };
    return meterView(world.state.meters[id]);
  },
  "GET /v1/billing_portal/configurations": ({ world, fields }) => {
    const query = Page.extend({ active: z.boolean().optional() }).parse(fields);
    const rows = Object.values(world.state.portalConfigurations);
    return list(rows, query, "/v1/billing_portal/configurations", portalConfigurationView);
  },
  "POST /v1/billing_portal/configurations": ({ world, fields }) => {
    const wanted = NewConfiguration.parse(fields);
    const id = newId("bpc");
    world.state.portalConfigurations[id] = {
      id,
      created: world.now(null),
      features: wanted.features,
      returnUrl: wanted.default_return_url ?? null,
      metadata: wanted.metadata,
    };
    return portalConfigurationView(world.state.portalConfigurations[id]);
  },
  "POST /v1/billing_portal/sessions": ({ world, fields }) => {
    const wanted = NewPortalSession.parse(fields);
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
  },
};
