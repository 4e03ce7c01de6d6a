/** Rows as Stripe's objects: the document's empty object with what we know filled in. */
import { blank } from "./document.ts";
import type {
  CheckoutSession,
  Customer,
  Item,
  Meter,
  MeterEvent,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  StoredEvent,
  Subscription,
} from "./state.ts";
import { found, type World } from "./world.ts";

type View = Record<string, unknown>;

export function customerView(row: Customer): View {
  if (row.deleted) return { id: row.id, object: "customer", deleted: true };
  return {
    ...blank("customer"),
    id: row.id,
    created: row.created,
    email: row.email,
    metadata: row.metadata,
    balance: row.balance,
  };
}

export function productView(row: Product): View {
  return {
    ...blank("product"),
    id: row.id,
    created: row.created,
    updated: row.created,
    active: true,
    name: row.name,
    description: row.description,
    metadata: row.metadata,
    type: "service",
  };
}

export function priceView(row: Price): View {
  const whole = Number.isInteger(Number(row.unitAmount));
  return {
    ...blank("price"),
    id: row.id,
    created: row.created,
    active: true,
    billing_scheme: "per_unit",
    currency: "usd",
    lookup_key: row.lookupKey,
    nickname: row.nickname,
    metadata: row.metadata,
    product: row.product,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: row.meter,
      trial_period_days: null,
      usage_type: row.meter ? "metered" : "licensed",
    },
    tax_behavior: "unspecified",
    type: "recurring",
    unit_amount: whole ? Number(row.unitAmount) : null,
    unit_amount_decimal: row.unitAmount,
  };
}

function planView(row: Price): View {
  const { unit_amount, unit_amount_decimal } = priceView(row);
  return {
    ...blank("plan"),
    id: row.id,
    active: true,
    amount: unit_amount,
    amount_decimal: unit_amount_decimal,
    billing_scheme: "per_unit",
    created: row.created,
    currency: "usd",
    interval: "month",
    interval_count: 1,
    meter: row.meter,
    product: row.product,
    usage_type: row.meter ? "metered" : "licensed",
  };
}

export function meterView(row: Meter): View {
  return {
    ...blank("billing.meter"),
    id: row.id,
    created: row.created,
    updated: row.created,
    display_name: row.displayName,
    event_name: row.eventName,
    status: "active",
    customer_mapping: { event_payload_key: "stripe_customer_id", type: "by_id" },
    default_aggregation: { formula: "sum" },
    value_settings: { event_payload_key: "value" },
  };
}

export function meterEventView(row: MeterEvent): View {
  return {
    ...blank("billing.meter_event"),
    created: row.created,
    event_name: row.eventName,
    identifier: row.identifier,
    payload: { stripe_customer_id: row.customer, value: String(row.value) },
    timestamp: row.at,
  };
}

export function portalConfigurationView(row: PortalConfiguration): View {
  const empty = blank("billing_portal.configuration");
  return {
    ...empty,
    id: row.id,
    created: row.created,
    updated: row.created,
    active: true,
    default_return_url: row.returnUrl,
    features: merge(empty.features, row.features),
    metadata: row.metadata,
  };
}

/** The given features over the empty ones: an object's fields are merged, everything else is replaced. */
function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in over ? merge(base[key], over[key]) : base[key]]),
  );
}

function isObject(value: unknown): value is View {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function portalSessionView(world: World, row: PortalSession): View {
  return {
    ...blank("billing_portal.session"),
    id: row.id,
    created: row.created,
    configuration: row.configuration,
    customer: row.customer,
    return_url: row.returnUrl,
    url: `${world.baseUrl}/portal/${row.id}`,
  };
}

export function checkoutSessionView(world: World, row: CheckoutSession): View {
  const total = row.lines.reduce((sum, line) => {
    const price = found(world.state.prices[line.price], line.price);
    return sum + Number(price.unitAmount) * (line.quantity ?? 0);
  }, 0);
  return {
    ...blank("checkout.session"),
    id: row.id,
    created: row.created,
    expires_at: row.expiresAt,
    amount_subtotal: total,
    amount_total: total,
    currency: "usd",
    customer: row.customer,
    client_reference_id: row.clientReferenceId,
    metadata: row.metadata,
    mode: "subscription",
    payment_method_types: ["card"],
    payment_status: row.status === "complete" ? "paid" : "unpaid",
    status: row.status,
    subscription: row.subscription,
    invoice: row.invoice,
    success_url: row.successUrl,
    cancel_url: row.cancelUrl,
    ui_mode: "hosted_page",
    url: row.status === "open" ? `${world.baseUrl}/checkout/${row.id}` : null,
  };
}

function itemView(world: World, sub: Subscription, row: Item): View {
  const price = found(world.state.prices[row.price], row.price);
  const { quantity: _none, ...empty } = blank("subscription_item");
  return {
    ...empty,
    id: row.id,
    created: sub.created,
    current_period_start: sub.periodStart,
    current_period_end: sub.periodEnd,
    plan: planView(price),
    price: priceView(price),
    subscription: sub.id,
    ...(row.quantity === null ? {} : { quantity: row.quantity }),
  };
}

export function subscriptionView(world: World, row: Subscription): View {
  return {
    ...blank("subscription"),
    id: row.id,
    created: row.created,
    start_date: row.created,
    billing_cycle_anchor: row.created,
    billing_mode: { type: "flexible", flexible: { proration_discounts: "included" } },
    cancel_at: row.cancelAtPeriodEnd ? row.periodEnd : null,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    canceled_at: row.canceledAt,
    collection_method: "charge_automatically",
    currency: "usd",
    customer: row.customer,
    ended_at: row.endedAt,
    items: {
      object: "list",
      data: row.items.map((item) => itemView(world, row, item)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${row.id}`,
    },
    latest_invoice: row.latestInvoice,
    metadata: row.metadata,
    pending_update: row.pending && {
      billing_cycle_anchor: null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: row.pending.expiresAt,
      metadata: null,
      subscription_items: row.pending.items.map((item) => itemView(world, row, item)),
      trial_end: null,
      trial_from_plan: null,
    },
    status: row.status,
  };
}

export function eventView(row: StoredEvent, apiVersion: string): View {
  return {
    ...blank("event"),
    id: row.id,
    api_version: apiVersion,
    created: row.created,
    data: { object: row.object },
    pending_webhooks: row.delivered ? 0 : 1,
    type: row.type,
  };
}
