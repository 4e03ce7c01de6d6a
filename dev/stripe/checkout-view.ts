/** A checkout session as Stripe's object. */
import type Stripe from "stripe";
import type { CheckoutSession } from "./state.ts";
import type { Wire } from "./wire.ts";
import { found, type World } from "./world.ts";

export function checkoutSessionView(world: World, row: CheckoutSession): Wire<Stripe.Checkout.Session> {
  const total = row.lines.reduce((sum, line) => {
    const price = found(world.state.prices[line.price], line.price);
    return sum + Number(price.unitAmount) * (line.quantity ?? 0);
  }, 0);
  return {
    id: row.id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: row.cancelUrl,
    client_reference_id: row.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: row.created,
    currency: "usd",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: row.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: row.expiresAt,
    integration_identifier: null,
    invoice: row.invoice,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: row.metadata,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: row.status === "complete" ? "paid" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: row.status,
    submit_type: null,
    subscription: row.subscription,
    success_url: row.successUrl,
    total_details: null,
    ui_mode: "hosted_page",
    url: row.status === "open" ? `${world.baseUrl}/checkout/${row.id}` : null,
    wallet_options: null,
  };
}
