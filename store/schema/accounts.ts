/** Accounts, and what is kept about their addresses and acts. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ACTIVITY_KINDS } from "#contract/account/activity.ts";
import { TIERS } from "#contract/plans.ts";

export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    /** Lower case. Replaced by the id when the account is deleted. */
    email: text("email").notNull(),
    emailConfirmedAt: integer("email_confirmed_at"),
    /** `scrypt$N$r$p$salt$hash`, base64url; null until a password is set (magic link only). */
    passwordHash: text("password_hash"),
    tier: text("tier", { enum: TIERS }).notNull().default("free"),
    monthlyCredits: integer("monthly_credits").notNull(),
    creditsUsed: integer("credits_used").notNull().default(0),
    periodStart: integer("period_start").notNull(),
    periodEnd: integer("period_end").notNull(),
    overageEnabled: integer("overage_enabled", { mode: "boolean" }).notNull().default(false),
    /** Most that the overage credits of a period may cost; null = the plan's price. */
    spendingCapCents: integer("spending_cap_cents"),
    /** Time in the browser of jobs that failed in the UTC day which ends at `failed_render_until`. */
    failedRenderMs: integer("failed_render_ms").notNull().default(0),
    failedRenderUntil: integer("failed_render_until").notNull().default(0),
    stripeCustomerId: text("stripe_customer_id"),
    /** Set by a failed invoice, cleared by a paid one. */
    paymentFailedAt: integer("payment_failed_at"),
    /** Set when the address changes, cleared when the Stripe customer has it too. */
    stripeEmailDue: integer("stripe_email_due", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    /** Set while the operator bans the account. */
    bannedAt: integer("banned_at"),
    /** Set when deletion begins. The sweep finishes deletions that a crash interrupted. */
    deletingAt: integer("deleting_at"),
    /** Set when deletion is done. Only accounts with payments keep their row, for accounting. */
    deletedAt: integer("deleted_at"),
  },
  (t) => [
    uniqueIndex("accounts_email").on(t.email),
    uniqueIndex("accounts_stripe_customer").on(t.stripeCustomerId),
    index("accounts_period_end").on(t.periodEnd),
    index("accounts_stripe_email").on(t.id).where(sql`stripe_email_due = 1`),
    index("accounts_banned").on(t.bannedAt).where(sql`banned_at is not null`),
    index("accounts_deleting").on(t.deletingAt).where(sql`deleting_at is not null and deleted_at is null`),
  ],
);

/**
 * The database in which the account of an address is made, while it is made. Only database 0 of several has rows, for an
 * hour. See accounts/addresses.ts.
 */
export const addressClaims = sqliteTable(
  "address_claims",
  {
    /** SHA-256 of the address, hex. */
    address: text("address").primaryKey(),
    shard: integer("shard").notNull(),
    claimedAt: integer("claimed_at").notNull(),
  },
  (t) => [index("address_claims_claimed").on(t.claimedAt)],
);

/** Changes of an account's address that wait for the confirmation of both mailboxes. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    accountId: text("account_id").primaryKey(),
    oldEmail: text("old_email").notNull(),
    newEmail: text("new_email").notNull(),
    /** SHA-256 of the token mailed to each address, hex; null once it is used. */
    oldHash: text("old_hash"),
    newHash: text("new_hash"),
    oldConfirmedAt: integer("old_confirmed_at"),
    newConfirmedAt: integer("new_confirmed_at"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("email_changes_old_hash").on(t.oldHash),
    uniqueIndex("email_changes_new_hash").on(t.newHash),
    index("email_changes_expires").on(t.expiresAt),
  ],
);

/** Sensitive acts of an account. See activity/activity.ts. */
export const activities = sqliteTable(
  "activities",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    kind: text("kind", { enum: ACTIVITY_KINDS }).notNull(),
    detail: text("detail"),
    userAgent: text("user_agent"),
    country: text("country"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("activities_account").on(t.accountId, t.createdAt, t.id),
    index("activities_created").on(t.createdAt),
  ],
);
