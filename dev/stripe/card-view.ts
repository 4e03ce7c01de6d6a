/** The customer's card as Stripe's payment method. */
import type Stripe from "stripe";
import type { Subscription } from "./state.ts";
import type { Wire } from "./wire.ts";
import { found, type World } from "./world.ts";

/** The card that pays the subscription; null when the customer has none. */
export function cardView(world: World, sub: Subscription): Wire<Stripe.PaymentMethod> | null {
  const customer = found(world.state.customers[sub.customer], sub.customer);
  if (customer.card === null) return null;
  return {
    id: sub.id.replace("sub_", "pm_"),
    object: "payment_method",
    billing_details: { address: null, email: customer.email, name: null, phone: null, tax_id: null },
    card: {
      brand: "visa",
      checks: null,
      country: "US",
      display_brand: "visa",
      exp_month: 12,
      exp_year: new Date(world.now(customer.id) * 1000).getUTCFullYear() + 2,
      funding: "credit",
      generated_from: null,
      last4: customer.card === "works" ? "4242" : "0341",
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
    created: sub.created,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
