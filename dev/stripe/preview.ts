/** The invoice that a change of plan would make, without making it. */
import type Stripe from "stripe";
import { invoiceView, total } from "./invoice-view.ts";
import { flatLines, pendingLines } from "./invoices.ts";
import { prorationLines } from "./prorations.ts";
import { type Invoice, newId, type Subscription } from "./state.ts";
import { type Change, nextPeriodEnd, swappedItems } from "./subscriptions.ts";
import type { Wire } from "./wire.ts";
import { found, type World } from "./world.ts";

/**
 * With `always_invoice`, the invoice of the prorations alone. Otherwise the next renewal's, with what waits for it and
 * the fee of the next period.
 */
export function previewInvoice(world: World, sub: Subscription, change: Change): Wire<Stripe.Invoice> {
  const now = world.now(sub.customer);
  const [wanted] = change.items ?? [];
  const swap = wanted ? swappedItems(world, sub, wanted) : null;
  const at = change.proration_date ?? now;
  const prorations = swap ? prorationLines(world, sub, swap.item, swap.from, swap.to, at) : [];
  const next: Subscription = {
    ...sub,
    items: swap?.items ?? sub.items,
    periodStart: sub.periodEnd,
    periodEnd: nextPeriodEnd(sub),
  };
  const isImmediate = change.proration_behavior === "always_invoice";
  const lines = isImmediate
    ? prorations
    : [...pendingLines(world, sub.id), ...prorations, ...flatLines(world, next)];
  const invoice: Invoice = {
    id: newId("upcoming_in"),
    number: null,
    created: isImmediate ? now : sub.periodEnd,
    customer: sub.customer,
    subscription: sub.id,
    reason: isImmediate ? "subscription_update" : "subscription_cycle",
    status: "draft",
    lines,
    usage: null,
    start: isImmediate ? now : sub.periodStart,
    end: isImmediate ? now : sub.periodEnd,
    startingBalance: found(world.state.customers[sub.customer], sub.customer).balance,
    due: 0,
    attempts: 0,
    finalizesAt: null,
    nextAttempt: null,
    finalizedAt: null,
    paidAt: null,
    email: null,
  };
  invoice.due = Math.max(0, total(invoice) + invoice.startingBalance);
  return invoiceView(world, invoice, at);
}
