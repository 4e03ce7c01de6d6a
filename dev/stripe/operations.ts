/** The calls this Stripe answers, by method and path as the API's document writes them. */
import { z } from "zod";
import { catalogOperations } from "./catalog.ts";
import { API_VERSION } from "./document.ts";
import { invoiceView, makeVoid, usage } from "./invoices.ts";
import { newId } from "./state.ts";
import { end, update } from "./subscriptions.ts";
import { checkoutSessionView, customerView, eventView, meterEventView, subscriptionView } from "./views.ts";
import { found, list, namedCustomer, StripeFault, shifted, type World } from "./world.ts";

export interface Call {
  world: World;
  /** The path's `{id}`. */
  id: string;
  /** The form or the query, coerced to the declared types, without `expand`. */
  fields: Record<string, unknown>;
}

export type Operations = Record<string, (call: Call) => Record<string, unknown>>;

const DAY = 86_400;
const Metadata = z.record(z.string(), z.string()).default({});
const Page = z.strictObject({ limit: z.number().optional(), starting_after: z.string().optional() });

const NewCheckout = z.strictObject({
  mode: z.literal("subscription"),
  customer: z.string(),
  client_reference_id: z.string().optional(),
  line_items: z.array(z.strictObject({ price: z.string(), quantity: z.number().optional() })),
  success_url: z.string(),
  cancel_url: z.string(),
  metadata: Metadata,
  subscription_data: z
    .strictObject({ metadata: Metadata, billing_mode: z.strictObject({ type: z.literal("flexible") }) })
    .optional(),
});
const ChangeSubscription = z.strictObject({
  items: z.array(z.strictObject({ id: z.string().optional(), price: z.string().optional() })).optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  payment_behavior: z.string().optional(),
  cancel_at_period_end: z.boolean().optional(),
});
const NewMeterEvent = z.strictObject({
  event_name: z.string(),
  payload: z.strictObject({ stripe_customer_id: z.string(), value: z.string().regex(/^\d+$/) }),
  identifier: z.string().max(100),
  timestamp: z.number().optional(),
});
const SummaryQuery = Page.extend({ customer: z.string(), start_time: z.number(), end_time: z.number() });

export const operations: Operations = {
  ...catalogOperations,

  "POST /v1/customers": ({ world, fields }) => {
    const wanted = z.strictObject({ email: z.string(), metadata: Metadata }).parse(fields);
    const id = newId("cus");
    const created = world.now(null);
    world.state.customers[id] = { id, created, ...wanted, card: null, balance: 0, deleted: false };
    return customerView(world.state.customers[id]);
  },
  "GET /v1/customers/{id}": ({ world, id }) => customerView(found(world.state.customers[id], id)),

  "POST /v1/checkout/sessions": ({ world, fields }) => {
    const wanted = NewCheckout.parse(fields);
    const customer = namedCustomer(world.state, wanted.customer);
    const lines = wanted.line_items.map(({ price, quantity = null }) => {
      const metered = found(world.state.prices[price], price).meter !== null;
      if (metered !== (quantity === null))
        throw new StripeFault(400, "A licensed price needs a quantity, a metered one has none.");
      return { price, quantity };
    });
    const id = newId("cs_test");
    const created = world.now(customer.id);
    world.state.checkoutSessions[id] = {
      id,
      created,
      expiresAt: created + DAY,
      customer: customer.id,
      lines,
      status: "open",
      subscription: null,
      invoice: null,
      successUrl: wanted.success_url,
      cancelUrl: wanted.cancel_url,
      clientReferenceId: wanted.client_reference_id ?? null,
      metadata: wanted.metadata,
      subscriptionMetadata: wanted.subscription_data?.metadata ?? {},
    };
    return checkoutSessionView(world, world.state.checkoutSessions[id]);
  },
  "GET /v1/checkout/sessions": ({ world, fields }) => {
    const query = Page.extend({
      customer: z.string().optional(),
      status: z.enum(["open", "complete", "expired"]).optional(),
    }).parse(fields);
    if (query.customer) namedCustomer(world.state, query.customer);
    const rows = Object.values(world.state.checkoutSessions)
      .filter((one) => !query.customer || one.customer === query.customer)
      .filter((one) => !query.status || one.status === query.status);
    return list(rows, query, "/v1/checkout/sessions", (row) => checkoutSessionView(world, row));
  },
  "GET /v1/checkout/sessions/{id}": ({ world, id }) =>
    checkoutSessionView(world, found(world.state.checkoutSessions[id], id)),
  "POST /v1/checkout/sessions/{id}/expire": ({ world, id }) => {
    const session = found(world.state.checkoutSessions[id], id);
    if (session.status !== "open") throw new StripeFault(400, "Only an open session can be expired.");
    session.status = "expired";
    const view = checkoutSessionView(world, session);
    world.emit("checkout.session.expired", view, session.customer);
    return view;
  },

  "GET /v1/subscriptions": ({ world, fields }) => {
    const query = Page.extend({ customer: z.string().optional(), status: z.string().optional() }).parse(
      fields,
    );
    if (query.customer) namedCustomer(world.state, query.customer);
    const rows = Object.values(world.state.subscriptions)
      .filter((sub) => !query.customer || sub.customer === query.customer)
      .filter((sub) => query.status === "all" || (query.status ? sub.status === query.status : !sub.endedAt));
    return list(rows, query, "/v1/subscriptions", (row) => subscriptionView(world, row));
  },
  "GET /v1/subscriptions/{id}": ({ world, id }) =>
    subscriptionView(world, found(world.state.subscriptions[id], id)),
  "POST /v1/subscriptions/{id}": ({ world, id, fields }) => {
    const sub = found(world.state.subscriptions[id], id);
    update(world, sub, ChangeSubscription.parse(fields));
    return subscriptionView(world, sub);
  },
  "DELETE /v1/subscriptions/{id}": ({ world, id, fields }) => {
    const wanted = z
      .strictObject({ invoice_now: z.boolean().optional(), prorate: z.literal(false).optional() })
      .parse(fields);
    const sub = found(world.state.subscriptions[id], id);
    if (sub.status === "canceled")
      throw new StripeFault(404, `No such subscription: '${id}'`, { code: "resource_missing" });
    end(world, sub, world.now(sub.customer), wanted.invoice_now === true);
    return subscriptionView(world, sub);
  },

  "GET /v1/invoices": ({ world, fields }) => {
    const query = Page.extend({
      customer: z.string().optional(),
      subscription: z.string().optional(),
    }).parse(fields);
    if (query.customer) namedCustomer(world.state, query.customer);
    const rows = Object.values(world.state.invoices)
      .filter((invoice) => !query.customer || invoice.customer === query.customer)
      .filter((invoice) => !query.subscription || invoice.subscription === query.subscription);
    return list(rows, query, "/v1/invoices", (row) => invoiceView(world, row));
  },
  "GET /v1/invoices/{id}": ({ world, id }) => invoiceView(world, found(world.state.invoices[id], id)),
  "POST /v1/invoices/{id}/void": ({ world, id }) => {
    const invoice = found(world.state.invoices[id], id);
    makeVoid(world, invoice);
    return invoiceView(world, invoice);
  },

  "POST /v1/billing/meter_events": ({ world, fields }) => {
    const wanted = NewMeterEvent.parse(fields);
    const { stripe_customer_id: customer, value } = wanted.payload;
    namedCustomer(world.state, customer);
    if (!Object.values(world.state.meters).some((meter) => meter.eventName === wanted.event_name))
      throw new StripeFault(400, `No active meter found for event name ${wanted.event_name}`);
    const machine = Math.floor(Date.now() / 1000);
    const timestamp = wanted.timestamp ?? machine;
    if (timestamp < machine - 35 * DAY || timestamp > machine + 300)
      throw new StripeFault(400, "The timestamp must be within the past 35 days or 5 minutes ahead.");
    if (world.state.meterEvents[wanted.identifier])
      throw new StripeFault(400, `An event already exists with identifier ${wanted.identifier}.`);
    // The caller's clock makes no jumps, so that its time is read as what the customer's clock showed then.
    const at = shifted(world.state, timestamp * 1000, customer);
    const { identifier, event_name: eventName } = wanted;
    const row = { identifier, eventName, customer, value: Number(value), at, created: world.now(customer) };
    world.state.meterEvents[identifier] = row;
    return meterEventView(row);
  },
  "GET /v1/billing/meters/{id}/event_summaries": ({ world, id, fields }) => {
    const query = SummaryQuery.parse(fields);
    const total = usage(world, id, query.customer, query.start_time, query.end_time);
    const row = {
      id: `mtrusg_${id}`,
      object: "billing.meter_event_summary",
      created: query.start_time,
      aggregated_value: total,
      start_time: query.start_time,
      end_time: query.end_time,
      livemode: false,
      meter: id,
    };
    const url = `/v1/billing/meters/${id}/event_summaries`;
    return list(total === 0 ? [] : [row], query, url, ({ created: _created, ...summary }) => summary);
  },

  "GET /v1/events": ({ world, fields }) => {
    const query = Page.extend({ type: z.string().optional() }).parse(fields);
    const rows = Object.values(world.state.events).filter((one) => !query.type || one.type === query.type);
    return list(rows, query, "/v1/events", (row) => eventView(row, API_VERSION));
  },
  "GET /v1/events/{id}": ({ world, id }) => eventView(found(world.state.events[id], id), API_VERSION),
};
