/** All calls of this Stripe, by method and path as in Stripe's documentation. */
import type Stripe from "stripe";
import { z } from "zod";
import { call, Flag, Int, Nothing, type Operation, type Operations, Page } from "./call.ts";
import { catalogOperations } from "./catalog.ts";
import { checkoutOperations } from "./checkout.ts";
import { ChangedItem, invoiceOperations, ProrationBehavior } from "./invoice-operations.ts";
import { meterOperations } from "./meters.ts";
import { subscriptionView } from "./subscription-view.ts";
import { end, update } from "./subscriptions.ts";
import { eventView } from "./views.ts";
import type { Shape } from "./wire.ts";
import { found, list, namedCustomer, StripeFault } from "./world.ts";

const SubscriptionQuery = z.strictObject({
  ...Page,
  customer: z.string().optional(),
  status: z.enum(["active", "past_due", "canceled", "all"]).optional(),
} satisfies Shape<Stripe.SubscriptionListParams>);

const ReadSubscription = z.strictObject({
  expand: z.array(z.literal("default_payment_method")).optional(),
} satisfies Shape<Stripe.SubscriptionRetrieveParams>);

const ChangeSubscription = z.strictObject({
  items: z.array(ChangedItem).optional(),
  proration_behavior: ProrationBehavior.optional(),
  proration_date: Int.optional(),
  payment_behavior: z.enum(["allow_incomplete", "pending_if_incomplete"]).optional(),
  cancel_at: z.literal("").optional(),
  cancel_at_period_end: Flag.optional(),
  expand: z.array(z.literal("latest_invoice")).optional(),
} satisfies Shape<Stripe.SubscriptionUpdateParams>);

const CancelSubscription = z.strictObject({
  invoice_now: Flag.optional(),
  prorate: Flag.optional(),
} satisfies Shape<Stripe.SubscriptionCancelParams>);

const EventQuery = z.strictObject({
  ...Page,
  type: z.string().optional(),
} satisfies Shape<Stripe.EventListParams>);

/** The SDK's type of each call's result. */
interface Results {
  "GET /v1/subscriptions": Stripe.ApiList<Stripe.Subscription>;
  "GET /v1/subscriptions/{id}": Stripe.Subscription;
  "POST /v1/subscriptions/{id}": Stripe.Subscription;
  "DELETE /v1/subscriptions/{id}": Stripe.Subscription;
  // A stored event's object was checked when the event was emitted.
  "GET /v1/events": Stripe.ApiList<Stripe.EventBase>;
  "GET /v1/events/{id}": Stripe.EventBase;
}

const ownOperations = {
  "GET /v1/subscriptions": call(SubscriptionQuery, ({ world, wanted: query }) => {
    if (query.customer) namedCustomer(world.state, query.customer);
    const rows = Object.values(world.state.subscriptions)
      .filter((sub) => !query.customer || sub.customer === query.customer)
      .filter((sub) => query.status === "all" || (query.status ? sub.status === query.status : !sub.endedAt));
    return list(rows, query, "/v1/subscriptions", (row) => subscriptionView(world, row));
  }),
  "GET /v1/subscriptions/{id}": call(ReadSubscription, ({ world, id, wanted }) =>
    subscriptionView(world, found(world.state.subscriptions[id], id), wanted.expand),
  ),
  "POST /v1/subscriptions/{id}": call(ChangeSubscription, ({ world, id, wanted }) => {
    const { expand, ...change } = wanted;
    const sub = found(world.state.subscriptions[id], id);
    update(world, sub, change);
    return subscriptionView(world, sub, expand);
  }),
  "DELETE /v1/subscriptions/{id}": call(CancelSubscription, ({ world, id, wanted }) => {
    if (wanted.prorate) throw new StripeFault(400, "This server cancels without proration only.");
    const sub = found(world.state.subscriptions[id], id);
    if (sub.status === "canceled")
      throw new StripeFault(404, `No such subscription: '${id}'`, { code: "resource_missing" });
    end(world, sub, world.now(sub.customer), wanted.invoice_now === true);
    return subscriptionView(world, sub);
  }),

  "GET /v1/events": call(EventQuery, ({ world, wanted: query }) => {
    const rows = Object.values(world.state.events).filter((one) => !query.type || one.type === query.type);
    return list(rows, query, "/v1/events", eventView);
  }),
  "GET /v1/events/{id}": call(Nothing, ({ world, id }) => eventView(found(world.state.events[id], id))),
} satisfies Operations<Results>;

export const operations = new Map<string, Operation<unknown>>(
  Object.entries({
    ...catalogOperations,
    ...checkoutOperations,
    ...invoiceOperations,
    ...meterOperations,
    ...ownOperations,
  }),
);
