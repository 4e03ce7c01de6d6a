/** Credits, overage, and what is known of Stripe. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { TIERS } from "#contract/plans.ts";

/** Every change of `credits_used`: the sum of an account's rows always equals its `credits_used`. */
export const LEDGER_KINDS = ["debit", "refund", "reset"] as const;

export const ledger = sqliteTable(
  "ledger",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: text("account_id").notNull(),
    kind: text("kind", { enum: LEDGER_KINDS }).notNull(),
    /** The job for debit and refund, the new period's start for reset. */
    reference: text("reference").notNull(),
    amount: integer("amount").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("ledger_once").on(t.accountId, t.kind, t.reference),
    index("ledger_resets").on(t.createdAt).where(sql`kind = 'reset'`),
  ],
);

/** Overage credits: one row per job, reported to Stripe once with the job's id as identifier. */
export const overage = sqliteTable(
  "overage",
  {
    jobId: text("job_id").primaryKey(),
    accountId: text("account_id").notNull(),
    periodStart: integer("period_start").notNull(),
    priceMillis: integer("price_millis").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Set when the job completes: from then on the credit is not refunded. */
    dueAt: integer("due_at"),
    /** Set before the credit is sent to Stripe: from then on a refund does not delete the row. */
    sendingAt: integer("sending_at"),
    reportedAt: integer("reported_at"),
    attempts: integer("attempts").notNull().default(0),
  },
  (t) => [
    // With the price, so that the sum of a period reads the index alone.
    index("overage_account").on(t.accountId, t.periodStart, t.priceMillis),
    index("overage_due").on(t.dueAt).where(sql`due_at is not null and reported_at is null`),
  ],
);

/** Credits that deleted accounts have used in a period that has not ended. */
export const usedFreeCredits = sqliteTable(
  "used_free_credits",
  {
    /** Keyed hash of the address. */
    mailbox: text("mailbox").primaryKey(),
    creditsUsed: integer("credits_used").notNull(),
    /** When the row is deleted. */
    periodEnd: integer("period_end").notNull(),
  },
  (t) => [index("used_free_credits_end").on(t.periodEnd)],
);

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    /** Stripe's id. */
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    customerId: text("customer_id").notNull(),
    status: text("status").notNull(),
    tier: text("tier", { enum: TIERS }).notNull(),
    /** The licensed item, needed to change the plan in place. */
    itemId: text("item_id").notNull(),
    currentPeriodStart: integer("current_period_start").notNull(),
    currentPeriodEnd: integer("current_period_end").notNull(),
    cancelAtPeriodEnd: integer("cancel_at_period_end", { mode: "boolean" }).notNull().default(false),
    /** When it was read from Stripe: an older reading never overwrites a newer one. */
    fetchedAt: integer("fetched_at").notNull(),
    /** When the sweep reads it again. */
    nextReadAt: integer("next_read_at").notNull().default(0),
    /** Since when Stripe reports that it does not exist; null while it exists. */
    missingSince: integer("missing_since"),
    endedAt: integer("ended_at"),
  },
  (t) => [
    index("subscriptions_account").on(t.accountId),
    index("subscriptions_customer").on(t.customerId),
    index("subscriptions_next_read").on(t.nextReadAt).where(sql`ended_at is null`),
  ],
);

/** Webhook events, each applied once. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    createdAt: integer("created_at").notNull(),
    receivedAt: integer("received_at").notNull(),
    appliedAt: integer("applied_at"),
  },
  (t) => [
    index("stripe_events_received").on(t.receivedAt),
    index("stripe_events_unapplied").on(t.receivedAt).where(sql`applied_at is null`),
  ],
);

/** Refunds and disputes, kept for the operator. */
export const billingNotes = sqliteTable(
  "billing_notes",
  {
    /** Null when the event does not name its customer. */
    accountId: text("account_id"),
    reference: text("reference").notNull(),
    kind: text("kind").notNull(),
    amountCents: integer("amount_cents").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.reference] }), index("billing_notes_account").on(t.accountId)],
);
