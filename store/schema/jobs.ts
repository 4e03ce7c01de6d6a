/** Jobs, and the files with old ones. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { JOB_INPUTS } from "#contract/job/input.ts";
import { JOB_STATUSES } from "#contract/job/state.ts";
import { JOB_SOURCES, OUTPUT_TYPES } from "#contract/job/values.ts";
import { TIERS } from "#contract/plans.ts";

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
