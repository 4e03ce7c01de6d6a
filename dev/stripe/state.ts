/** The state of the local Stripe, and its file. Times are Unix seconds, amounts US cents. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type Stripe from "stripe";
import { z } from "zod";

const Metadata = z.record(z.string(), z.string());

/** Whether a payment by card works. `later` pays at Checkout and is declined after that. */
const CARDS = ["works", "later", "declined"] as const;
export const Card = z.enum(CARDS);
export type Card = z.infer<typeof Card>;

const text = z.string().nullable().default(null);

export const Address = z.strictObject({
  city: text,
  country: text,
  line1: text,
  line2: text,
  postal_code: text,
  state: text,
});

export const Customer = z.object({
  id: z.string(),
  created: z.number(),
  email: z.string().nullable(),
  name: text,
  phone: text,
  address: Address.nullable().default(null),
  description: text,
  metadata: Metadata,
  card: Card.nullable(),
  /** Negative: a credit that the next invoice uses. */
  balance: z.number(),
  deleted: z.boolean(),
});
export type Customer = z.infer<typeof Customer>;

export const Product = z.object({
  id: z.string(),
  created: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  metadata: Metadata,
});
export type Product = z.infer<typeof Product>;

export const Price = z.object({
  id: z.string(),
  created: z.number(),
  product: z.string(),
  /** Cents, as a decimal that can have a fraction. */
  unitAmount: z.string(),
  lookupKey: z.string().nullable(),
  nickname: z.string().nullable(),
  /** The meter of a metered price. Null: a licensed price. */
  meter: z.string().nullable(),
  metadata: Metadata,
});
export type Price = z.infer<typeof Price>;

export const Meter = z.object({
  id: z.string(),
  created: z.number(),
  displayName: z.string(),
  eventName: z.string(),
});
export type Meter = z.infer<typeof Meter>;

export const MeterEvent = z.object({
  identifier: z.string(),
  eventName: z.string(),
  customer: z.string(),
  value: z.number(),
  at: z.number(),
  created: z.number(),
});
export type MeterEvent = z.infer<typeof MeterEvent>;

const Switch = z.object({ enabled: z.boolean() });

export const PortalConfiguration = z.object({
  id: z.string(),
  created: z.number(),
  features: z.object({
    invoice_history: Switch.optional(),
    payment_method_update: Switch.optional(),
    subscription_cancel: Switch.extend({
      mode: z.enum(["at_period_end", "immediately"]).optional(),
    }).optional(),
  }),
  returnUrl: z.string().nullable(),
  metadata: Metadata,
});
export type PortalConfiguration = z.infer<typeof PortalConfiguration>;

export const PortalSession = z.object({
  id: z.string(),
  created: z.number(),
  customer: z.string(),
  configuration: z.string(),
  returnUrl: z.string(),
});
export type PortalSession = z.infer<typeof PortalSession>;

const LineWanted = z.object({ price: z.string(), quantity: z.number().nullable() });

export const CheckoutSession = z.object({
  id: z.string(),
  created: z.number(),
  expiresAt: z.number(),
  customer: z.string(),
  lines: z.array(LineWanted),
  status: z.enum(["open", "complete", "expired"]),
  subscription: z.string().nullable(),
  invoice: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  clientReferenceId: z.string().nullable(),
  metadata: Metadata,
  subscriptionMetadata: Metadata,
});
export type CheckoutSession = z.infer<typeof CheckoutSession>;

export const Item = z.object({ id: z.string(), price: z.string(), quantity: z.number().nullable() });
export type Item = z.infer<typeof Item>;

export const Subscription = z.object({
  id: z.string(),
  created: z.number(),
  customer: z.string(),
  status: z.enum(["active", "past_due", "canceled"]),
  items: z.array(Item),
  periodStart: z.number(),
  periodEnd: z.number(),
  cancelAtPeriodEnd: z.boolean(),
  /** Set by the portal, without `cancelAtPeriodEnd`. */
  cancelAt: z.number().nullable().default(null),
  canceledAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  latestInvoice: z.string().nullable(),
  pending: z.object({ items: z.array(Item), invoice: z.string(), expiresAt: z.number() }).nullable(),
  metadata: Metadata,
});
export type Subscription = z.infer<typeof Subscription>;

export const Line = z.object({
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  description: z.string(),
  price: z.string(),
  quantity: z.number(),
  start: z.number(),
  end: z.number(),
  /** In Stripe a proration is a separate invoice item; other lines belong to a subscription item. */
  proration: z.boolean(),
  item: z.string(),
});
export type Line = z.infer<typeof Line>;

/** A proration that waits for the next invoice. */
const PendingLine = Line.extend({ customer: z.string(), subscription: z.string() });

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created: z.number(),
  customer: z.string(),
  subscription: z.string(),
  reason: z.enum(["subscription_create", "subscription_cycle", "subscription_update"]),
  status: z.enum(["draft", "open", "paid", "void"]),
  lines: z.array(Line),
  /** The period whose metered usage `finalize` adds. */
  usage: z.object({ start: z.number(), end: z.number() }).nullable(),
  start: z.number(),
  end: z.number(),
  startingBalance: z.number(),
  due: z.number(),
  attempts: z.number(),
  finalizesAt: z.number().nullable(),
  nextAttempt: z.number().nullable(),
  finalizedAt: z.number().nullable(),
  paidAt: z.number().nullable(),
  /** The customer's address when the invoice was finalized. Later changes of the customer do not change it. */
  email: text,
});
export type Invoice = z.infer<typeof Invoice>;

const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "customer.subscription.updated",
  "invoice.created",
  "invoice.finalized",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
] as const satisfies Stripe.Event["type"][];
export type EventType = (typeof EVENT_TYPES)[number];

export const StoredEvent = z.object({
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  created: z.number(),
  customer: z.string().nullable(),
  object: z.record(z.string(), z.unknown()),
  /** The webhook has accepted it. */
  delivered: z.boolean(),
  attempts: z.number(),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

const table = <T extends z.ZodType>(row: T) => z.record(z.string(), row).default({});

export const State = z.object({
  customers: table(Customer),
  products: table(Product),
  prices: table(Price),
  meters: table(Meter),
  meterEvents: table(MeterEvent),
  portalConfigurations: table(PortalConfiguration),
  portalSessions: table(PortalSession),
  checkoutSessions: table(CheckoutSession),
  subscriptions: table(Subscription),
  pendingLines: table(PendingLine),
  invoices: table(Invoice),
  events: table(StoredEvent),
  idempotency: table(
    z.object({ request: z.string(), status: z.number(), body: z.unknown(), created: z.number() }),
  ),
  /** Jumps of the clock, for one customer or (null) for all. `at`: the machine's time in milliseconds. */
  jumps: z
    .array(z.object({ at: z.number(), seconds: z.number(), customer: z.string().nullable() }))
    .default([]),
});
export type State = z.infer<typeof State>;

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export function loadState(file: string): State {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return State.parse({});
  }
  return State.parse(JSON.parse(text));
}

/** Writes a new file and renames it, so that a crash leaves the old file or the new one. */
export function saveState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
