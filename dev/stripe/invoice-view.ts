/** An invoice with its lines as Stripe's object. */
import type Stripe from "stripe";
import type { Invoice, Line } from "./state.ts";
import type { Wire } from "./wire.ts";
import { found, type World } from "./world.ts";

/** The sum of the lines, before the customer's credit. */
export function total(invoice: Invoice): number {
  return invoice.lines.reduce((sum, one) => sum + one.amount, 0);
}

/** @param prorationDate Of a preview: the moment from which it prorates. */
export function invoiceView(world: World, row: Invoice, prorationDate?: number): Wire<Stripe.Invoice> {
  const sum = total(row);
  const paid = row.status === "paid" ? row.due : 0;
  return {
    id: row.id,
    object: "invoice",
    account_country: "US",
    account_name: null,
    account_tax_ids: null,
    amount_due: row.due,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: row.due - paid,
    amount_shipping: 0,
    application: null,
    attempt_count: row.attempts,
    attempted: row.attempts > 0,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: row.finalizesAt,
    billing_reason: row.reason,
    collection_method: "charge_automatically",
    created: row.created,
    currency: "usd",
    custom_fields: null,
    customer: row.customer,
    customer_account: null,
    customer_address: null,
    customer_email: row.finalizedAt
      ? row.email
      : found(world.state.customers[row.customer], row.customer).email,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: row.finalizedAt ? Math.min(0, sum + row.startingBalance) : null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: row.finalizedAt ? `${world.baseUrl}/invoice/${row.id}` : null,
    invoice_pdf: row.finalizedAt ? `${world.baseUrl}/invoice/${row.id}/pdf` : null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: "list",
      data: row.lines.map((one) => lineView(world, row, one)),
      has_more: false,
      url: `/v1/invoices/${row.id}/lines`,
    },
    livemode: false,
    metadata: null,
    next_payment_attempt: row.nextAttempt,
    number: row.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: {},
        subscription: row.subscription,
        ...(prorationDate !== undefined && { subscription_proration_date: prorationDate }),
      },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: row.end,
    period_start: row.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: row.startingBalance,
    statement_descriptor: null,
    status: row.status,
    status_transitions: {
      finalized_at: row.finalizedAt,
      marked_uncollectible_at: null,
      paid_at: row.paidAt,
      voided_at: null,
    },
    subtotal: sum,
    subtotal_excluding_tax: null,
    test_clock: null,
    total: sum,
    total_discount_amounts: null,
    total_excluding_tax: null,
    total_pretax_credit_amounts: null,
    total_taxes: null,
    webhooks_delivered_at: null,
  };
}

function lineView(world: World, invoice: Invoice, row: Line): Wire<Stripe.InvoiceLineItem> {
  const price = found(world.state.prices[row.price], row.price);
  return {
    id: row.id,
    object: "line_item",
    amount: row.amount,
    currency: "usd",
    description: row.description,
    discount_amounts: null,
    discountable: !row.proration,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: row.proration ? row.id.replace("il_", "ii_") : null,
        proration: row.proration,
        proration_details: null,
        subscription: invoice.subscription,
        subscription_item: row.item,
      },
      type: "subscription_item_details",
    },
    period: { start: row.start, end: row.end },
    pretax_credit_amounts: null,
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unitAmount,
    },
    quantity: row.quantity,
    quantity_decimal: String(row.quantity),
    subscription: invoice.subscription,
    subtotal: row.amount,
    taxes: null,
  };
}
