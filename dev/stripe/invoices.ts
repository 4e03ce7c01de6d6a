/** Drafts, finalizes, charges and voids invoices. Amounts are US cents. */
import { invoiceView, total } from "./invoice-view.ts";
import { type Invoice, type Line, newId, type Price, type Subscription } from "./state.ts";
import { found, StripeFault, type World } from "./world.ts";

const DAY = 86_400;
/** A renewal stays a draft for an hour, so that it includes usage that is reported late. */
const DRAFT_SECONDS = 3_600;
/** Days from each failed payment to the next attempt. After the last one, the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7];

export function flatLines(world: World, sub: Subscription): Line[] {
  return sub.items.flatMap((item) => {
    const price = found(world.state.prices[item.price], item.price);
    if (item.quantity === null) return [];
    const amount = Number(price.unitAmount) * item.quantity;
    const description = `${item.quantity} × ${productName(world, price)}`;
    return [line(item.id, price, item.quantity, amount, description, sub.periodStart, sub.periodEnd)];
  });
}

/** The metered items' usage in a period; an item without usage has no line. */
function usageLines(world: World, sub: Subscription, start: number, end: number): Line[] {
  return sub.items.flatMap((item) => {
    const price = found(world.state.prices[item.price], item.price);
    if (price.meter === null) return [];
    const quantity = usage(world, price.meter, sub.customer, start, end);
    const amount = Math.round(quantity * Number(price.unitAmount));
    const description = `${quantity} × ${productName(world, price)}`;
    return quantity === 0 ? [] : [line(item.id, price, quantity, amount, description, start, end)];
  });
}

/** Sum of a customer's meter events with `start` <= time < `end`. */
export function usage(world: World, meter: string, customer: string, start: number, end: number): number {
  const { eventName } = found(world.state.meters[meter], meter);
  return Object.values(world.state.meterEvents)
    .filter((event) => event.eventName === eventName && event.customer === customer)
    .filter((event) => event.at >= start && event.at < end)
    .reduce((sum, event) => sum + event.value, 0);
}

export function line(
  item: string,
  price: Price,
  quantity: number,
  amount: number,
  description: string,
  start: number,
  end: number,
): Line {
  return {
    id: newId("il"),
    created: start,
    amount,
    description,
    price: price.id,
    quantity,
    start,
    end,
    proration: false,
    item,
  };
}

export function productName(world: World, price: Price): string {
  return found(world.state.products[price.product], price.product).name;
}

/**
 * Makes a draft.
 * @param ended A renewal's period that is over: the draft includes its usage and the pending prorations.
 */
export function drawUp(
  world: World,
  sub: Subscription,
  reason: Invoice["reason"],
  lines: Line[],
  ended: { start: number; end: number } | null,
): Invoice {
  const now = world.now(sub.customer);
  const waiting = ended ? takePendingLines(world, sub.id) : [];
  const invoice: Invoice = {
    id: newId("in"),
    number: null,
    created: now,
    customer: sub.customer,
    subscription: sub.id,
    reason,
    status: "draft",
    lines: [...waiting, ...lines],
    usage: ended,
    start: ended?.start ?? now,
    end: ended?.end ?? now,
    startingBalance: found(world.state.customers[sub.customer], sub.customer).balance,
    due: 0,
    attempts: 0,
    finalizesAt: ended ? now + DRAFT_SECONDS : null,
    nextAttempt: null,
    finalizedAt: null,
    paidAt: null,
    email: null,
  };
  invoice.due = total(invoice);
  world.state.invoices[invoice.id] = invoice;
  sub.latestInvoice = invoice.id;
  world.emit("invoice.created", invoiceView(world, invoice), sub.customer);
  return invoice;
}

function takePendingLines(world: World, subscription: string): Line[] {
  const waiting = pendingLines(world, subscription);
  for (const one of waiting) delete world.state.pendingLines[one.id];
  return waiting;
}

/** The prorations that wait for the subscription's next invoice. */
export function pendingLines(world: World, subscription: string): Line[] {
  const waiting = Object.values(world.state.pendingLines).filter((one) => one.subscription === subscription);
  return waiting.map(({ customer: _customer, subscription: _subscription, ...rest }) => rest);
}

/** draft → open: adds the usage, and uses the customer's credit. */
export function finalize(world: World, invoice: Invoice): void {
  const now = world.now(invoice.customer);
  const sub = found(world.state.subscriptions[invoice.subscription], invoice.subscription);
  const customer = found(world.state.customers[invoice.customer], invoice.customer);
  if (invoice.usage) invoice.lines.push(...usageLines(world, sub, invoice.usage.start, invoice.usage.end));
  invoice.startingBalance = customer.balance;
  const sum = total(invoice) + customer.balance;
  invoice.due = Math.max(0, sum);
  customer.balance = Math.min(0, sum);
  invoice.status = "open";
  invoice.number = `DEV-${String(Object.values(world.state.invoices).filter((one) => one.number).length + 1).padStart(4, "0")}`;
  invoice.finalizesAt = null;
  invoice.finalizedAt = now;
  invoice.email = customer.email;
  world.emit("invoice.finalized", invoiceView(world, invoice), invoice.customer);
}

/** Tries one payment. Returns whether the invoice is paid. A card that fails `later` pays for `first` only. */
export function charge(world: World, invoice: Invoice, options: { first?: boolean } = {}): boolean {
  const now = world.now(invoice.customer);
  const customer = found(world.state.customers[invoice.customer], invoice.customer);
  const accepted = customer.card === "works" || (customer.card === "later" && options.first === true);
  invoice.attempts += 1;
  invoice.nextAttempt = null;
  if (invoice.due > 0 && !accepted) {
    const days = RETRY_DAYS[invoice.attempts - 1];
    if (invoice.reason === "subscription_cycle" && days !== undefined) invoice.nextAttempt = now + days * DAY;
    world.emit("invoice.payment_failed", invoiceView(world, invoice), invoice.customer);
    return false;
  }
  invoice.status = "paid";
  invoice.paidAt = now;
  world.emit("invoice.paid", invoiceView(world, invoice), invoice.customer);
  return true;
}

/** open → void: returns the credit that the invoice used to the customer. */
export function makeVoid(world: World, invoice: Invoice): void {
  if (invoice.status !== "open") throw new StripeFault(400, "Only an open invoice can be voided.");
  found(world.state.customers[invoice.customer], invoice.customer).balance += invoice.startingBalance;
  invoice.status = "void";
  invoice.nextAttempt = null;
  world.emit("invoice.voided", invoiceView(world, invoice), invoice.customer);
}
