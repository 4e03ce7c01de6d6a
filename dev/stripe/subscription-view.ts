/** A subscription with its items as Stripe's object. */
import type Stripe from "stripe";
import { cardView } from "./card-view.ts";
import { invoiceView } from "./invoice-view.ts";
import type { Item, Subscription } from "./state.ts";
import { planView, priceView } from "./views.ts";
import type { Wire } from "./wire.ts";
import { found, type World } from "./world.ts";

function itemView(world: World, sub: Subscription, row: Item): Wire<Stripe.SubscriptionItem> {
  const price = found(world.state.prices[row.price], row.price);
  return {
    id: row.id,
    object: "subscription_item",
    billing_thresholds: null,
    created: sub.created,
    current_period_end: sub.periodEnd,
    current_period_start: sub.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planView(price),
    price: priceView(price),
    // A metered item has no quantity.
    ...(row.quantity !== null && { quantity: row.quantity }),
    subscription: sub.id,
    tax_rates: null,
  };
}

function pendingUpdate(world: World, row: Subscription): Wire<Stripe.Subscription.PendingUpdate> | null {
  if (!row.pending) return null;
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: row.pending.expiresAt,
    metadata: null,
    subscription_items: row.pending.items.map((item) => itemView(world, row, item)),
    trial_end: null,
    trial_from_plan: null,
  };
}

export function subscriptionView(
  world: World,
  row: Subscription,
  expand: readonly ("latest_invoice" | "default_payment_method")[] = [],
): Wire<Stripe.Subscription> {
  const invoice = expand.includes("latest_invoice") ? world.state.invoices[row.latestInvoice ?? ""] : null;
  return {
    id: row.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: row.created,
    billing_cycle_anchor_config: null,
    billing_mode: { type: "flexible", flexible: { proration_discounts: "included" } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: row.cancelAtPeriodEnd ? row.periodEnd : row.cancelAt,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    canceled_at: row.canceledAt,
    cancellation_details: null,
    collection_method: "charge_automatically",
    created: row.created,
    currency: "usd",
    customer: row.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: expand.includes("default_payment_method") ? cardView(world, row) : null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: row.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: row.items.map((item) => itemView(world, row, item)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${row.id}`,
    },
    latest_invoice: invoice ? invoiceView(world, invoice) : row.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: pendingUpdate(world, row),
    schedule: null,
    start_date: row.created,
    status: row.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}
