/** Begins (with a paid checkout), changes, renews and ends subscriptions. */
import { charge, drawUp, finalize, flatLines, makeVoid } from "./invoices.ts";
import { prorationLines } from "./prorations.ts";
import { type CheckoutSession, type Item, newId, type Price, type Subscription } from "./state.ts";
import { subscriptionView } from "./subscription-view.ts";
import { found, StripeFault, type World } from "./world.ts";

const HOUR = 3_600;

/** The end of the period that begins at `start`: the anchor's day in the next month, or that month's last day. */
function periodEnd(anchor: number, start: number): number {
  const first = new Date(anchor * 1000);
  const from = new Date(start * 1000);
  const months =
    (from.getUTCFullYear() - first.getUTCFullYear()) * 12 + from.getUTCMonth() - first.getUTCMonth();
  for (let ahead = months; ; ahead += 1) {
    const end = new Date(first);
    end.setUTCDate(1);
    end.setUTCMonth(first.getUTCMonth() + ahead);
    const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
    end.setUTCDate(Math.min(first.getUTCDate(), lastDay));
    if (end.getTime() > from.getTime()) return Math.floor(end.getTime() / 1000);
  }
}

export function nextPeriodEnd(sub: Subscription): number {
  return periodEnd(sub.created, sub.periodEnd);
}

function changed(
  world: World,
  sub: Subscription,
  type: "created" | "updated" | "deleted" | "pending_update_applied" = "updated",
): void {
  world.emit(`customer.subscription.${type}`, subscriptionView(world, sub), sub.customer);
}

/** Makes a checkout's subscription and its first invoice. Null when the card is declined. */
export function begin(world: World, checkoutSession: CheckoutSession): Subscription | null {
  const now = world.now(checkoutSession.customer);
  const customer = found(world.state.customers[checkoutSession.customer], checkoutSession.customer);
  if (customer.card === "declined" || customer.card === null) return null;
  const sub: Subscription = {
    id: newId("sub"),
    created: now,
    customer: checkoutSession.customer,
    status: "active",
    items: checkoutSession.lines.map((line) => ({ ...line, id: newId("si") })),
    periodStart: now,
    periodEnd: periodEnd(now, now),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    latestInvoice: null,
    pending: null,
    metadata: checkoutSession.subscriptionMetadata,
  };
  world.state.subscriptions[sub.id] = sub;
  const invoice = drawUp(world, sub, "subscription_create", flatLines(world, sub), null);
  finalize(world, invoice);
  charge(world, invoice, { first: true });
  changed(world, sub, "created");
  return sub;
}

interface ChangedItem {
  id?: string | undefined;
  price?: string | undefined;
}

export interface Change {
  items?: ChangedItem[] | undefined;
  proration_behavior?: "always_invoice" | "create_prorations" | "none" | undefined;
  /** The prorations are made as if the change were at this time. */
  proration_date?: number | undefined;
  payment_behavior?: string | undefined;
  cancel_at?: "" | undefined;
  cancel_at_period_end?: boolean | undefined;
}

export function update(world: World, sub: Subscription, change: Change): void {
  if (sub.status === "canceled") throw new StripeFault(400, "A canceled subscription can not be updated.");
  const atomic = change.payment_behavior === "pending_if_incomplete";
  if (atomic && change.cancel_at_period_end !== undefined)
    throw new StripeFault(400, "pending_if_incomplete does not go with cancel_at_period_end.");
  if (change.cancel_at !== undefined && change.cancel_at_period_end !== undefined)
    throw new StripeFault(
      400,
      "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
    );
  if (change.cancel_at_period_end !== undefined) setCancel(world, sub, change.cancel_at_period_end);
  if (change.cancel_at !== undefined) setCancelAt(world, sub, null);
  for (const item of change.items ?? []) swap(world, sub, item, change, atomic);
  changed(world, sub);
}

function setCancel(world: World, sub: Subscription, cancel: boolean): void {
  sub.cancelAtPeriodEnd = cancel;
  sub.canceledAt = cancel ? world.now(sub.customer) : null;
}

function setCancelAt(world: World, sub: Subscription, at: number | null): void {
  sub.cancelAt = at;
  sub.cancelAtPeriodEnd = false;
  sub.canceledAt = at === null ? null : world.now(sub.customer);
}

export function isEnding(sub: Subscription): boolean {
  return sub.cancelAtPeriodEnd || sub.cancelAt !== null;
}

/**
 * Cancels or resumes as the portal does. In the flexible billing mode it sets `cancel_at` alone:
 * https://docs.stripe.com/billing/subscriptions/billing-mode/compare
 */
export function setCancelInPortal(world: World, sub: Subscription, cancel: boolean): void {
  setCancelAt(world, sub, cancel ? sub.periodEnd : null);
  changed(world, sub);
}

/** The items with the wanted price, which is of an item that exists. */
export function swappedItems(
  world: World,
  sub: Subscription,
  wanted: ChangedItem,
): { item: string; from: Price; to: Price; items: Item[] } {
  const item = sub.items.find((one) => one.id === wanted.id);
  if (!item || !wanted.price)
    throw new StripeFault(400, "This server changes the price of an existing item only (items[0][id]).");
  const from = found(world.state.prices[item.price], item.price);
  const to = found(world.state.prices[wanted.price], wanted.price);
  const items: Item[] = sub.items.map((one) => (one.id === item.id ? { ...one, price: to.id } : one));
  return { item: item.id, from, to, items };
}

function swap(world: World, sub: Subscription, wanted: ChangedItem, change: Change, atomic: boolean): void {
  const { item, from, to, items } = swappedItems(world, sub, wanted);
  if (from.id === to.id) return;
  const lines = prorationLines(world, sub, item, from, to, change.proration_date);
  dropPending(world, sub);
  if (change.proration_behavior === "none") {
    sub.items = items;
    return;
  }
  if (change.proration_behavior !== "always_invoice") {
    sub.items = items;
    for (const line of lines)
      world.state.pendingLines[line.id] = { ...line, customer: sub.customer, subscription: sub.id };
    return;
  }
  const invoice = drawUp(world, sub, "subscription_update", lines, null);
  finalize(world, invoice);
  const paid = charge(world, invoice);
  if (!paid && atomic) {
    const expiresAt = Math.min(world.now(sub.customer) + 23 * HOUR, sub.periodEnd);
    sub.pending = { items, invoice: invoice.id, expiresAt };
    return;
  }
  sub.items = items;
  if (!paid) sub.status = "past_due";
}

/** Drops a pending update, because another replaces it or it has expired, and voids its invoice. */
export function dropPending(world: World, sub: Subscription): void {
  if (!sub.pending) return;
  const invoice = found(world.state.invoices[sub.pending.invoice], sub.pending.invoice);
  sub.pending = null;
  if (invoice.status === "open") makeVoid(world, invoice);
}

/** Charges an open invoice. Returns whether it is paid; then a pending update is applied and a past due subscription active. */
export function settle(world: World, invoiceId: string): boolean {
  const invoice = found(world.state.invoices[invoiceId], invoiceId);
  if (invoice.status !== "open" || !charge(world, invoice)) return false;
  const sub = found(world.state.subscriptions[invoice.subscription], invoice.subscription);
  if (sub.pending?.invoice === invoice.id) {
    sub.items = sub.pending.items;
    sub.pending = null;
    changed(world, sub, "pending_update_applied");
  }
  const owing = Object.values(world.state.invoices).some(
    (one) => one.subscription === sub.id && one.status === "open",
  );
  if (sub.status === "past_due" && !owing) sub.status = "active";
  changed(world, sub);
  return true;
}

/** Ends the subscription. With `invoiceUsage`, a last invoice bills the usage that was not billed yet. */
export function end(world: World, sub: Subscription, at: number, invoiceUsage: boolean): void {
  dropPending(world, sub);
  const billedTo = Math.max(sub.periodStart, at);
  const ended = { start: sub.periodStart, end: billedTo };
  sub.status = "canceled";
  sub.endedAt = at;
  sub.canceledAt ??= at;
  if (invoiceUsage) drawUp(world, sub, "subscription_cycle", [], ended);
  changed(world, sub, "deleted");
}

/** Begins the next period, with a draft for its fee and for the usage of the last period. */
export function renew(world: World, sub: Subscription): void {
  if (isEnding(sub)) {
    end(world, sub, sub.periodEnd, true);
    return;
  }
  const ended = { start: sub.periodStart, end: sub.periodEnd };
  sub.periodStart = ended.end;
  sub.periodEnd = periodEnd(sub.created, ended.end);
  drawUp(world, sub, "subscription_cycle", flatLines(world, sub), ended);
  changed(world, sub);
}

/** Tries to charge an open invoice. A failed attempt makes the subscription past due; the last one ends it. */
export function collect(world: World, invoiceId: string): void {
  const invoice = found(world.state.invoices[invoiceId], invoiceId);
  const sub = found(world.state.subscriptions[invoice.subscription], invoice.subscription);
  if (settle(world, invoiceId) || sub.status === "canceled") return;
  if (invoice.nextAttempt === null) {
    end(world, sub, world.now(sub.customer), false);
    return;
  }
  sub.status = "past_due";
  changed(world, sub);
}
