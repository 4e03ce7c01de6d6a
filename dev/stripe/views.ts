/** Rows as Stripe's objects, with all fields that the SDK's types require and no others. */
import Stripe from "stripe";
import type {
  Customer,
  Meter,
  MeterEvent,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  StoredEvent,
} from "./state.ts";
import type { Wire } from "./wire.ts";
import type { World } from "./world.ts";

export function customerView(row: Customer): Wire<Stripe.Customer> {
  return {
    id: row.id,
    object: "customer",
    address: row.address,
    balance: row.balance,
    created: row.created,
    default_source: null,
    description: row.description,
    email: row.email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: row.metadata,
    name: row.name,
    phone: row.phone,
    shipping: null,
  };
}

export function productView(row: Product): Wire<Stripe.Product> {
  return {
    id: row.id,
    object: "product",
    active: true,
    created: row.created,
    description: row.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: row.metadata,
    name: row.name,
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: "service",
    updated: row.created,
    url: null,
  };
}

/** Null when the amount has a fraction of a cent. */
function wholeCents({ unitAmount }: Price): number | null {
  return Number.isInteger(Number(unitAmount)) ? Number(unitAmount) : null;
}

export function priceView(row: Price): Wire<Stripe.Price> {
  return {
    id: row.id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: row.created,
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: row.lookupKey,
    metadata: row.metadata,
    nickname: row.nickname,
    product: row.product,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: row.meter,
      trial_period_days: null,
      usage_type: row.meter ? "metered" : "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: wholeCents(row),
    unit_amount_decimal: row.unitAmount,
  };
}

export function planView(row: Price): Wire<Stripe.Plan> {
  return {
    id: row.id,
    object: "plan",
    active: true,
    amount: wholeCents(row),
    amount_decimal: row.unitAmount,
    billing_scheme: "per_unit",
    created: row.created,
    currency: "usd",
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: null,
    meter: row.meter,
    nickname: null,
    product: row.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: row.meter ? "metered" : "licensed",
  };
}

export function meterView(row: Meter): Wire<Stripe.Billing.Meter> {
  return {
    id: row.id,
    object: "billing.meter",
    created: row.created,
    customer_mapping: { event_payload_key: "stripe_customer_id", type: "by_id" },
    default_aggregation: { formula: "sum" },
    display_name: row.displayName,
    event_name: row.eventName,
    event_time_window: null,
    livemode: false,
    status: "active",
    status_transitions: { deactivated_at: null },
    updated: row.created,
    value_settings: { event_payload_key: "value" },
  };
}

export function meterEventView(row: MeterEvent): Wire<Stripe.Billing.MeterEvent> {
  return {
    object: "billing.meter_event",
    created: row.created,
    event_name: row.eventName,
    identifier: row.identifier,
    livemode: false,
    payload: { stripe_customer_id: row.customer, value: String(row.value) },
    timestamp: row.at,
  };
}

export function portalConfigurationView(row: PortalConfiguration): Wire<Stripe.BillingPortal.Configuration> {
  const { invoice_history, payment_method_update, subscription_cancel } = row.features;
  return {
    id: row.id,
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: row.created,
    default_return_url: row.returnUrl,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: payment_method_update?.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: subscription_cancel?.enabled ?? false,
        mode: subscription_cancel?.mode ?? "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: row.metadata,
    name: null,
    updated: row.created,
  };
}

export function portalSessionView(world: World, row: PortalSession): Wire<Stripe.BillingPortal.Session> {
  return {
    id: row.id,
    object: "billing_portal.session",
    configuration: row.configuration,
    created: row.created,
    customer: row.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: row.returnUrl,
    url: `${world.baseUrl}/portal/${row.id}`,
  };
}

export function eventView(row: StoredEvent): Wire<Stripe.EventBase> {
  return {
    id: row.id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: row.created,
    data: { object: row.object },
    livemode: false,
    pending_webhooks: row.delivered ? 0 : 1,
    request: null,
    type: row.type,
  };
}
