/** A job's transitions. Each is one conditional statement that names the state it leaves and returns whether it won. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { createSelectSchema } from "drizzle-zod";
import { isOurFault, type JobErrorCode } from "#contract/errors.ts";
import type { JobStage } from "#contract/job/state.ts";
import type { StoredType } from "#contract/job/values.ts";
import type { Completeness, JobTimings, JobWarning } from "#contract/job/view.ts";
import { PLANS } from "#contract/plans.ts";
import { type Db, prepared } from "../db.ts";
import { insertFrom } from "../insert-from.ts";
import {
  accountOf,
  type BoundOwner,
  BY_ACCOUNT,
  BY_KEY,
  isVisible,
  type Owner,
  ownerValues,
} from "../keys/owner.ts";
import { countFailedRender } from "../money/failed-render.ts";
import { isHolder, toUsage, type Usage, usageColumns } from "../money/usage.ts";
import { accounts, apiKeys, jobs, ledger, overage } from "../schema.ts";
import { newId } from "../secrets/ids.ts";

/** A job's row. The schema parses rows that the other Worker sends as JSON. */
export const JobRow = createSelectSchema(jobs);
export type JobRow = typeof jobs.$inferSelect;

/** The file that an attempt has stored in R2. */
export interface StoredResult {
  type: StoredType;
  bytes: number;
  pages: number | null;
  truncated: boolean | null;
  filename: string;
  completeness?: Completeness | undefined;
}

/** pending → processing: takes the lease for `leaseMs`; null when the job is not pending any more. */
export async function claim(db: Db, jobId: string, now: number, leaseMs: number): Promise<JobRow | null> {
  const [row] = await db
    .update(jobs)
    .set({
      status: "processing",
      stage: "starting",
      lease: newId("lease"),
      leaseUntil: now + leaseMs,
      startedAt: sql`coalesce(started_at, ${now})`,
      attempts: sql`attempts + 1`,
    })
    .where(and(eq(jobs.id, jobId), eq(jobs.status, "pending")))
    .returning();
  return row ?? null;
}

/** Writes the stage of a job that is being rendered; false when the lease was lost. */
export async function advance(
  db: Db,
  job: { id: string; lease: string | null },
  stage: JobStage,
): Promise<boolean> {
  const won = await db
    .update(jobs)
    .set({ stage })
    .where(and(eq(jobs.id, job.id), eq(jobs.status, "processing"), eq(jobs.lease, job.lease ?? "")))
    .returning({ id: jobs.id });
  return won.length > 0;
}

/** processing → completed. Returns the new row; null when the lease was lost. The result must be in R2 already. */
export async function complete(
  db: Db,
  job: JobRow,
  now: number,
  result: StoredResult,
  warnings: JobWarning[],
  timings: JobTimings,
): Promise<JobRow | null> {
  const completed = {
    status: "completed",
    stage: "done",
    secrets: null,
    lease: null,
    leaseUntil: null,
    finishedAt: now,
    resultType: result.type,
    resultBytes: result.bytes,
    resultPages: result.pages,
    resultTruncated: result.truncated,
    resultCompleteness: result.completeness ? JSON.stringify(result.completeness) : null,
    resultName: result.filename,
    resultExpiresAt: now + PLANS[job.tier].retentionHours * 3_600_000,
    warnings: JSON.stringify(warnings),
    timings: JSON.stringify(timings),
  } as const;
  const end = db
    .update(jobs)
    .set(completed)
    .where(and(eq(jobs.id, job.id), eq(jobs.status, "processing"), eq(jobs.lease, job.lease ?? "")))
    .returning({ id: jobs.id });
  const row = { ...job, ...completed };
  if (job.overageMillis === null) return (await end).length > 0 ? row : null;
  const [won] = await db.batch([
    end,
    db
      .update(overage)
      .set({ dueAt: now })
      .where(
        and(
          eq(overage.jobId, job.id),
          sql`due_at is null and exists (select 1 from jobs where id = ${job.id} and status = 'completed')`,
        ),
      ),
  ]);
  return won.length > 0 ? row : null;
}

export interface Failure {
  code: JobErrorCode;
  message: string;
  stage: string;
  /** Time of the attempt in the browser. */
  renderMs?: number;
  warnings?: JobWarning[];
  timings?: JobTimings;
}

/** What a failed attempt adds to the time of failed jobs; nothing for a fault of ours. */
function pageTime({ code, renderMs = 0 }: Failure): number {
  return isOurFault(code) ? 0 : renderMs;
}

/**
 * processing → failed with the job's lease; pending → failed without one. Refunds the credit. Counts the time in the
 * browser unless the fault is ours. False when the job has another state or lease.
 */
export async function fail(
  db: Db,
  job: { id: string; lease?: string | null },
  now: number,
  failure: Failure,
): Promise<boolean> {
  const mine = and(
    eq(jobs.id, job.id),
    job.lease ? and(eq(jobs.status, "processing"), eq(jobs.lease, job.lease)) : eq(jobs.status, "pending"),
  );
  const time = isOurFault(failure.code) ? sql`0` : sql`page_fault_ms + ${pageTime(failure)}`;
  const [, won] = await db.batch([
    countFailedRender(db, mine, time, now),
    db
      .update(jobs)
      .set({
        status: "failed",
        stage: "done",
        secrets: null,
        lease: null,
        leaseUntil: null,
        finishedAt: now,
        errorCode: failure.code,
        errorMessage: failure.message,
        errorStage: failure.stage,
        warnings: JSON.stringify(failure.warnings ?? []),
        timings: JSON.stringify(failure.timings ?? {}),
      })
      .where(mine)
      .returning({ id: jobs.id }),
    ...refund(db, job.id, now),
  ]);
  return won.length > 0;
}

/**
 * pending → canceled. Refunds the credit, and counts earlier attempts that ended by a fault of the page. False when the
 * job is not pending any more.
 */
export async function cancel(db: Db, owner: Owner, jobId: string, now: number): Promise<boolean> {
  const pending = and(
    eq(jobs.id, jobId),
    eq(jobs.accountId, accountOf(owner)),
    eq(jobs.status, "pending"),
    isVisible(owner),
  );
  const [, won] = await db.batch([
    countFailedRender(db, pending, sql`page_fault_ms`, now),
    db
      .update(jobs)
      .set({ status: "canceled", stage: "done", secrets: null, finishedAt: now })
      .where(pending)
      .returning({ id: jobs.id }),
    ...refund(db, jobId, now),
  ]);
  return won.length > 0;
}

/** processing → pending, for another attempt. The row keeps the reason. False when the lease was lost. */
export async function release(
  db: Db,
  job: Pick<JobRow, "id" | "lease">,
  reason: Omit<Failure, "warnings" | "timings">,
): Promise<boolean> {
  const won = await db
    .update(jobs)
    .set({
      status: "pending",
      stage: "queued",
      lease: null,
      leaseUntil: null,
      errorCode: reason.code,
      errorMessage: reason.message,
      errorStage: reason.stage,
      pageFaultMs: sql`page_fault_ms + ${pageTime(reason)}`,
    })
    .where(and(eq(jobs.id, job.id), eq(jobs.status, "processing"), eq(jobs.lease, job.lease ?? "")))
    .returning({ id: jobs.id });
  return won.length > 0;
}

/**
 * Statements that refund a job's credit once, to its account and its API key: the ledger's unique index admits one refund.
 * Credits of an earlier period are not refunded. One overage credit goes too, the job's own or the newest one that is not sent to Stripe, so that an
 * account does not pay for a credit below its limit. If all are sent, the account's next credit above the limit is free
 * (admit.ts).
 */
function refund(db: Db, jobId: string, now: number) {
  const refundable = sql`from jobs j join accounts a on a.id = j.account_id
    where j.id = ${jobId} and j.status in ('failed', 'canceled') and j.credit_period = a.period_start
      and not exists (select 1 from ledger l
        where l.account_id = j.account_id and l.kind = 'refund' and l.reference = j.id)`;
  return [
    db.delete(overage).where(
      sql`sending_at is null and job_id = coalesce(
        (select o.job_id from overage o join jobs j on j.id = o.job_id
          where o.job_id = ${jobId} and j.status in ('failed', 'canceled')),
        (select (select o.job_id from overage o where o.account_id = a.id and o.period_start = a.period_start
          and o.sending_at is null order by o.created_at desc limit 1)
          ${refundable} and a.credits_used > a.monthly_credits))`,
    ),
    db
      .update(accounts)
      .set({ creditsUsed: sql`credits_used - 1` })
      .where(sql`id = (select a.id ${refundable})`),
    db
      .update(apiKeys)
      .set({ creditsUsed: sql`credits_used - 1` })
      .where(sql`(id, credits_period) = (select j.key_id, j.credit_period ${refundable})`),
    insertFrom(
      db,
      ledger,
      { accountId: sql`a.id`, kind: "refund", reference: sql`j.id`, amount: -1, createdAt: now },
      refundable,
    ),
  ] as const;
}

/** Marks the job's result as deleted. Delete the object in R2 first. */
export async function markResultDeleted(db: Db, owner: Owner, jobId: string, now: number): Promise<void> {
  await db
    .update(jobs)
    .set({ resultDeletedAt: now })
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.accountId, accountOf(owner)),
        isNull(jobs.resultDeletedAt),
        isVisible(owner),
      ),
    );
}

function selectJobAndUsage(db: Db, owner: BoundOwner) {
  return db
    .select({ job: jobs, usage: usageColumns(owner, sql.placeholder("now")) })
    .from(accounts)
    .leftJoin(
      jobs,
      and(
        eq(jobs.id, sql.placeholder("jobId")),
        eq(jobs.accountId, accountOf(owner)),
        ne(jobs.source, "check"),
        isNull(jobs.deletedAt),
        isVisible(owner),
      ),
    )
    .where(isHolder(owner))
    .prepare();
}

const byAccount = prepared((db) => selectJobAndUsage(db, BY_ACCOUNT));
const byKey = prepared((db) => selectJobAndUsage(db, BY_KEY));

/** The job (null unless it belongs to the owner, who may read it) and the owner's usage, in one statement. Null without an account. */
export async function readJobAndUsage(
  db: Db,
  owner: Owner,
  jobId: string,
  now: number,
): Promise<{ job: JobRow | null; usage: Usage } | null> {
  const statement = "key" in owner ? byKey(db) : byAccount(db);
  const [row] = await statement.all({ ...ownerValues(owner), jobId, now });
  return row ? { job: row.job, usage: toUsage(row.usage, now) } : null;
}

/** Reads a job of any account. The caller must have checked a signed token for this job. */
export async function readLinkedJob(db: Db, jobId: string): Promise<JobRow | null> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, jobId));
  return row ?? null;
}
