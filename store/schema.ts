/** Every table of D1. Times are Unix milliseconds, ids are prefixed (`acc_`, `job_`, …), readers parse JSON columns. */
import { sql } from "drizzle-orm";
import {
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { ACTIVITY_KINDS } from "#contract/activity.ts";
import { KEY_SCOPES, type KeyScope } from "#contract/api-keys.ts";
import { HEALTH_PARTS } from "#contract/health.ts";
import { JOB_INPUTS } from "#contract/job/input.ts";
import { JOB_STATUSES } from "#contract/job/state.ts";
import { JOB_SOURCES, OUTPUT_TYPES } from "#contract/job/values.ts";
import { TIERS } from "#contract/plans.ts";

/** A JSON array of texts. */
const textList = customType<{ data: string[]; driverData: string }>({
  dataType: () => "text",
  fromDriver: (json) => z.array(z.string()).parse(JSON.parse(json)),
  toDriver: (list) => JSON.stringify(list),
});

/** A JSON array of scopes. */
const scopeList = customType<{ data: KeyScope[]; driverData: string }>({
  dataType: () => "text",
  fromDriver: (json) => z.array(z.enum(KEY_SCOPES)).parse(JSON.parse(json)),
  toDriver: (scopes) => JSON.stringify(scopes),
});

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

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the bearer token, hex. */
    hash: text("hash").primaryKey(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    seenAt: integer("seen_at").notNull(),
    idleExpiresAt: integer("idle_expires_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** When this session last proved who uses it: by its sign-in, or by the password later. */
    signedInAt: integer("signed_in_at").notNull().default(0),
  },
  (t) => [
    uniqueIndex("sessions_id").on(t.id),
    index("sessions_account").on(t.accountId),
    index("sessions_expires").on(t.expiresAt),
    index("sessions_idle").on(t.idleExpiresAt),
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

/**
 * Wrong passwords in a row, by address, and wrong codes of a second factor, by account. An address without an account has
 * rows too, so that they look the same.
 */
export const signInGuesses = sqliteTable(
  "sign_in_guesses",
  {
    /** SHA-256, hex. See accounts/sign-in-guesses.ts. */
    subject: text("subject").primaryKey(),
    guesses: integer("guesses").notNull(),
    guessedAt: integer("guessed_at").notNull(),
    pausedUntil: integer("paused_until").notNull().default(0),
  },
  (t) => [index("sign_in_guesses_guessed").on(t.guessedAt)],
);

export const MAILED_TOKEN_PURPOSES = ["verify", "magic_link", "reset"] as const;

export const mailedTokens = sqliteTable(
  "mailed_tokens",
  {
    /** SHA-256 of the token, hex. */
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: MAILED_TOKEN_PURPOSES }).notNull(),
    accountId: text("account_id").notNull(),
    /** The address that the mail was sent to. The token becomes invalid when the account's address changes. */
    email: text("email").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("mailed_tokens_account").on(t.accountId), index("mailed_tokens_expires").on(t.expiresAt)],
);

/** The secret of an authenticator app. Until `confirmed_at` is set, it proves nothing. */
export const totpSecrets = sqliteTable(
  "totp_secrets",
  {
    accountId: text("account_id").primaryKey(),
    /** The secret in Base32, encrypted. */
    sealed: text("sealed").notNull(),
    createdAt: integer("created_at").notNull(),
    confirmedAt: integer("confirmed_at"),
    /** Time step of the last used code. Codes of this step and of earlier ones no longer work. */
    lastStep: integer("last_step").notNull().default(0),
  },
  (t) => [index("totp_secrets_unconfirmed").on(t.createdAt).where(sql`confirmed_at is null`)],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    /** Both in base64url, as WebAuthn has them. */
    credentialId: text("credential_id").notNull(),
    credentialKey: text("credential_key").notNull(),
    /** Signatures so far, as the passkey counts them; 0 if it does not count. */
    counter: integer("counter").notNull(),
    transports: textList("transports").notNull(),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [uniqueIndex("passkeys_credential").on(t.credentialId), index("passkeys_account").on(t.accountId)],
);

/** Unused recovery codes of accounts with a second factor. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 of the account's id and the code, hex. */
    hash: text("hash").primaryKey(),
    accountId: text("account_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("recovery_codes_account").on(t.accountId)],
);

export const SIGN_IN_WAYS = ["password", "magic_link"] as const;

/** Sign-ins that wait for their second factor. */
export const pendingSignIns = sqliteTable(
  "pending_sign_ins",
  {
    /** SHA-256 of the token, hex. */
    hash: text("hash").primaryKey(),
    accountId: text("account_id").notNull(),
    way: text("way", { enum: SIGN_IN_WAYS }).notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("pending_sign_ins_account").on(t.accountId),
    index("pending_sign_ins_expires").on(t.expiresAt),
  ],
);

/** Challenges that passkeys have to sign. Each works once. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    challenge: text("challenge").primaryKey(),
    accountId: text("account_id").notNull(),
    /** The act that it is for, and its sign-in session or pending sign-in. */
    purpose: text("purpose").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenges_account").on(t.accountId),
    index("passkey_challenges_expires").on(t.expiresAt),
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

/** The outbox. A queue message carries only the mail's id; the content is here. */
export const mails = sqliteTable(
  "mails",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id"),
    /** At most one mail per key, so that a notice is sent only once per period. */
    dedupeKey: text("dedupe_key"),
    recipient: text("recipient").notNull(),
    template: text("template").notNull(),
    /** JSON, encrypted because it may hold a link. Emptied when the mail is sent. */
    payload: text("payload").notNull(),
    /** Anyone can request this mail for any address, so it counts towards the limit of all such mails. */
    requested: integer("requested", { mode: "boolean" }).notNull().default(false),
    attempts: integer("attempts").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /**
     * Earliest time of the next attempt. A sender moves it forward before sending, so that two senders never send the
     * same mail.
     */
    nextAttemptAt: integer("next_attempt_at").notNull().default(0),
    sentAt: integer("sent_at"),
    failedReason: text("failed_reason"),
  },
  (t) => [
    uniqueIndex("mails_dedupe").on(t.dedupeKey),
    index("mails_unsent").on(t.nextAttemptAt).where(sql`sent_at is null and failed_reason is null`),
    index("mails_recipient").on(t.recipient, t.createdAt),
    index("mails_account").on(t.accountId),
    index("mails_created").on(t.createdAt),
    index("mails_requested").on(t.createdAt).where(sql`requested = 1`),
    index("mails_given_up").on(t.createdAt).where(sql`failed_reason is not null`),
  ],
);

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    /** Null: the account's default key. */
    name: text("name"),
    scopes: scopeList("scopes")
      .notNull()
      .default(sql.raw(`'${JSON.stringify(KEY_SCOPES)}'`)),
    /** Whether the key's jobs are test jobs. */
    test: integer("test", { mode: "boolean" }).notNull().default(false),
    /** SHA-256 of the key, hex. */
    hash: text("hash").notNull(),
    /** The default key, encrypted with AES-GCM so that its owner can read it again. Empty for other keys. */
    sealed: text("sealed").notNull().default(""),
    /** Most credits that the key may use in a period. */
    monthlyCeiling: integer("monthly_ceiling"),
    /**
     * Credits used in the period that began at `credits_period`: always the sum of the ledger's rows of the key's jobs in
     * that period. In a later period the key has used none yet.
     */
    creditsUsed: integer("credits_used").notNull().default(0),
    creditsPeriod: integer("credits_period").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** To the minute, so that not every read writes. */
    lastUsedAt: integer("last_used_at"),
    /** A rotation that keeps the old key for a while sets a time in the future: the key works until then. */
    revokedAt: integer("revoked_at"),
  },
  (t) => [
    uniqueIndex("api_keys_hash").on(t.hash),
    uniqueIndex("api_keys_default").on(t.accountId).where(sql`revoked_at is null and name is null`),
    index("api_keys_account").on(t.accountId),
  ],
);

export const publicKeys = sqliteTable(
  "public_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    name: text("name").notNull(),
    key: text("key").notNull(),
    /** JSON array of patterns, as contract/widget/domains.ts normalises them. */
    authorizedDomains: textList("authorized_domains").notNull(),
    restrictTargets: integer("restrict_targets", { mode: "boolean" }).notNull().default(true),
    /** Conversions in a day, of all visitors and of one. Null: the default of the plan. */
    dailyLimit: integer("daily_limit"),
    dailyVisitorLimit: integer("daily_visitor_limit"),
    /** Whether the key's buttons may use overage credits. The account's overage must be on too. */
    overageEnabled: integer("overage_enabled", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [uniqueIndex("public_keys_key").on(t.key), index("public_keys_account").on(t.accountId)],
);

/** Clicks on a public key's buttons, per visitor and day. The row with an empty visitor counts the whole key. */
export const widgetUse = sqliteTable(
  "widget_use",
  {
    keyId: text("key_id").notNull(),
    /** Keyed hash of the visitor's IP address; empty in the row of the whole key. */
    visitor: text("visitor").notNull(),
    /** Days since 1970, UTC. The next click deletes the rows of earlier days. */
    day: integer("day").notNull(),
    jobs: integer("jobs").notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.visitor, t.day] }), index("widget_use_day").on(t.day)],
);

/** `check`: a site check. It costs no credit and is not shown among the jobs. */
const STORED_SOURCES = [...JOB_SOURCES, "check"] as const;

export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    source: text("source", { enum: STORED_SOURCES }).notNull(),
    /** The API key or public key that created the job; null for the dashboard. */
    keyId: text("key_id"),
    /** Created by a test key: costs no credit, and the file is marked. */
    test: integer("test", { mode: "boolean" }).notNull().default(false),
    /** Host, with port, of the page whose button created the job; null for other jobs. */
    originHost: text("origin_host"),
    /** What is rendered. HTML and Markdown are in R2: see jobs/inputs.ts. */
    input: text("input", { enum: JOB_INPUTS }).notNull().default("url"),
    /** For HTML and Markdown: the base address, or empty. */
    url: text("url").notNull(),
    outputType: text("output_type", { enum: OUTPUT_TYPES }).notNull(),
    /** JSON of contract/job/request.ts `JobOptions`. */
    options: text("options").notNull(),
    /** JSON of the options that have secrets, encrypted. Null without them, and once the job has ended. */
    secrets: text("secrets"),
    /** Plan at admission: page cap, watermark, priority and concurrency follow it. */
    tier: text("tier", { enum: TIERS }).notNull(),
    status: text("status", { enum: JOB_STATUSES }).notNull().default("pending"),
    stage: text("stage").notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** Time in the browser of earlier attempts that ended by a fault of the page. */
    pageFaultMs: integer("page_fault_ms").notNull().default(0),
    /** Random token of the claim. Only its holder can advance, complete, fail or release the job. */
    lease: text("lease"),
    leaseUntil: integer("lease_until"),
    /** Time of the last queue message for this job. The sweep sends another one if the job stays pending. */
    queuedAt: integer("queued_at").notNull(),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    finishedAt: integer("finished_at"),
    requestId: text("request_id").notNull().default(""),
    idempotencyKey: text("idempotency_key"),
    /** SHA-256 of the body, hex. */
    idempotencyHash: text("idempotency_hash"),
    /** Start of the period from which the credit was taken; 0 for site checks and test jobs, so that nothing is refunded. */
    creditPeriod: integer("credit_period").notNull(),
    /** Price in thousandths of a dollar if the job's credit is an overage credit, else null. */
    overageMillis: integer("overage_millis"),
    resultType: text("result_type"),
    resultBytes: integer("result_bytes"),
    resultPages: integer("result_pages"),
    resultTruncated: integer("result_truncated", { mode: "boolean" }),
    /** JSON of contract/job/view.ts `Completeness`. */
    resultCompleteness: text("result_completeness"),
    resultName: text("result_name"),
    resultExpiresAt: integer("result_expires_at"),
    /** Set when the object in R2 is deleted. */
    resultDeletedAt: integer("result_deleted_at"),
    /** Set when the owner deletes the job. Only what the usage history counts stays in the row. */
    deletedAt: integer("deleted_at"),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
    errorStage: text("error_stage"),
    /** JSON of contract/job/view.ts `JobWarning[]` and `JobTimings`. */
    warnings: text("warnings").notNull().default("[]"),
    timings: text("timings").notNull().default("{}"),
  },
  (t) => [
    // The last columns are those of filters, so that a job that does not match costs no look at its row.
    index("jobs_account_created").on(t.accountId, t.createdAt, t.id, t.source, t.deletedAt),
    index("jobs_account_filter").on(
      t.accountId,
      t.status,
      t.outputType,
      t.createdAt,
      t.id,
      t.source,
      t.deletedAt,
    ),
    index("jobs_key_created").on(t.keyId, t.createdAt, t.id),
    index("jobs_checks").on(t.accountId, t.createdAt).where(sql`source = 'check'`),
    index("jobs_tests").on(t.accountId, t.createdAt).where(sql`test = 1`),
    uniqueIndex("jobs_idempotency")
      .on(t.accountId, t.test, t.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    index("jobs_pending").on(t.queuedAt).where(sql`status = 'pending'`),
    index("jobs_leased").on(t.leaseUntil).where(sql`status = 'processing'`),
    index("jobs_expiring")
      .on(t.resultExpiresAt)
      .where(sql`result_expires_at is not null and result_deleted_at is null`),
    index("jobs_finished").on(t.finishedAt).where(sql`finished_at is not null`),
  ],
);

/** Files in R2 with old jobs of an account, which D1 no longer has. See archive/archives.ts. */
export const jobArchives = sqliteTable(
  "job_archives",
  {
    accountId: text("account_id").notNull(),
    /** The month in which the jobs were created, `YYYY-MM` in UTC. */
    month: text("month").notNull(),
    part: integer("part").notNull(),
    /** Place of the first and the last job: its time and its id. */
    firstCreatedAt: integer("first_created_at").notNull(),
    firstId: text("first_id").notNull(),
    lastCreatedAt: integer("last_created_at").notNull(),
    lastId: text("last_id").notNull(),
    /** Jobs that ended later stay in D1, Unix ms. */
    endedBefore: integer("ended_before").notNull(),
    jobs: integer("jobs").notNull().default(0),
    sizeBytes: integer("size_bytes").notNull().default(0),
    /** Null while the jobs are in D1. */
    archivedAt: integer("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.month, t.part] }),
    index("job_archives_month").on(t.month),
    index("job_archives_open").on(t.accountId).where(sql`archived_at is null`),
  ],
);

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

/** Tasks of the sweep that look at a part of a large set in each run. */
export const walks = sqliteTable("walks", {
  name: text("name").primaryKey(),
  /** The last item of the last run; null when the next run starts again. */
  position: text("position"),
});

/** Checks of a part of the service by UTC day, counted by their outcome. */
export const healthDays = sqliteTable(
  "health_days",
  {
    /** Unix days. */
    day: integer("day").notNull(),
    part: text("part", { enum: HEALTH_PARTS }).notNull(),
    ok: integer("ok").notNull().default(0),
    degraded: integer("degraded").notNull().default(0),
    down: integer("down").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.part] })],
);

export const OPERATOR_ACTIONS = ["refund", "ban", "unban"] as const;

/** What the operator has done to accounts. Rows are never changed or deleted. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    kind: text("kind", { enum: OPERATOR_ACTIONS }).notNull(),
    /** Refunded credits; null for other actions. */
    credits: integer("credits"),
    reason: text("reason").notNull(),
    /** Made by the client, so that a repeated request acts once. */
    key: text("key").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("operator_actions_once").on(t.accountId, t.key),
    index("operator_actions_account").on(t.accountId, t.createdAt),
    index("operator_actions_created").on(t.createdAt),
  ],
);

/** The last value of each alert. See alerts/alerts.ts. */
export const alerts = sqliteTable("alerts", {
  /** One of contract/alerts.ts. */
  kind: text("kind").primaryKey(),
  value: integer("value").notNull(),
  readAt: integer("read_at").notNull(),
  /** Whether the value has reached the threshold, and since when it has or has not. */
  crossed: integer("crossed", { mode: "boolean" }).notNull(),
  changedAt: integer("changed_at").notNull(),
  /** When the alert began; null when none is reported. */
  beganAt: integer("began_at"),
  /** Time of the last message. */
  notifiedAt: integer("notified_at"),
});
