/** The lines of a change of price within a period, and the same lines as Stripe's invoice items. */
import type Stripe from "stripe";
import { invoiceView } from "./invoice-view.ts";
import { line, productName } from "./invoices.ts";
import type { Invoice, Line, Price, Subscription } from "./state.ts";
import { priceView } from "./views.ts";
import type { Wire } from "./wire.ts";
import { found, StripeFault, type World } from "./world.ts";

/**
 * Two lines for the rest of the period after `at`, by the second: a credit for the old price and a charge for the new
 * price. Without `at` the rest begins now.
 */
export function prorationLines(
  world: World,
  sub: Subscription,
  item: string,
  from: Price,
  to: Price,
  at = world.now(sub.customer),
): Line[] {
  if (at < sub.periodStart || at > sub.periodEnd)
    throw new StripeFault(400, "The proration date must be within the current period.", {
      param: "proration_date",
    });
  const rest = (sub.periodEnd - at) / (sub.periodEnd - sub.periodStart);
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  return [
    { price: from, sign: -1, text: "Unused time on" },
    { price: to, sign: 1, text: "Remaining time on" },
  ].map(({ price, sign, text }) => ({
    ...line(
      item,
      price,
      1,
      sign * Math.round(Number(price.unitAmount) * rest),
      `${text} ${productName(world, price)} after ${day}`,
      at,
      sub.periodEnd,
    ),
    created: world.now(sub.customer),
    proration: true,
  }));
}

export interface ProrationItem extends Line {
  customer: string;
  subscription: string;
  invoice: Invoice | null;
}

/** All prorations: those that wait for an invoice, and those on one. */
export function prorationItems(world: World): ProrationItem[] {
  const waiting = Object.values(world.state.pendingLines).map((one) => ({ ...one, invoice: null }));
  const billed = Object.values(world.state.invoices).flatMap((invoice) =>
    invoice.lines
      .filter((one) => one.proration)
      .map((one) => ({
        ...one,
        customer: invoice.customer,
        subscription: invoice.subscription,
        invoice,
      })),
  );
  return [...waiting, ...billed];
}

export type ItemExpansion = "data.invoice" | "data.pricing.price_details.price";

export function invoiceItemView(
  world: World,
  row: ProrationItem,
  expand: readonly ItemExpansion[],
): Wire<Stripe.InvoiceItem> {
  const price = found(world.state.prices[row.price], row.price);
  const { invoice } = row;
  return {
    id: row.id.replace("il_", "ii_"),
    object: "invoiceitem",
    amount: row.amount,
    currency: "usd",
    customer: row.customer,
    customer_account: null,
    date: row.created,
    description: row.description,
    discountable: false,
    discounts: [],
    invoice: invoice && (expand.includes("data.invoice") ? invoiceView(world, invoice) : invoice.id),
    livemode: false,
    metadata: {},
    parent: {
      subscription_details: { subscription: row.subscription, subscription_item: row.item },
      type: "subscription_details",
    },
    period: { start: row.start, end: row.end },
    pricing: {
      price_details: {
        price: expand.includes("data.pricing.price_details.price") ? priceView(price) : price.id,
        product: price.product,
      },
      type: "price_details",
      unit_amount_decimal: price.unitAmount,
    },
    proration: true,
    quantity: row.quantity,
    quantity_decimal: String(row.quantity),
    tax_rates: [],
    test_clock: null,
  };
}
