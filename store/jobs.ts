/** A job's transitions. Each is one conditional statement that names the state it leaves; its answer says whether it won. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { JobErrorCode } from "#contract/errors.ts";
import type { JobStage } from "#contract/job-state.ts";
import type { JobTimings, JobWarning } from "#contract/job-view.ts";
import type { FileType } from "#contract/option-values.ts";
import { PLANS } from "#contract/plans.ts";
import type { Db } from "./db.ts";
import { newId } from "./ids.ts";
import { accounts, jobs, ledger, overage } from "./schema.ts";

export type JobRow = typeof jobs.$inferSelect;

export interface StoredResult {
  type: FileType;
  bytes: number;
  pages: number | null;
  truncated: boolean | null;
  filename: string;
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

/** processing → completed. The result must be in R2 already. */
export async function complete(
  db: Db,
  job: Pick<JobRow, "id" | "lease" | "tier">,
  now: number,
  result: StoredResult,
  warnings: JobWarning[],
  timings: JobTimings,
): Promise<boolean> {
  const [won] = await db.batch([
    db
      .update(jobs)
      .set({
        status: "completed",
        stage: "done",
        lease: null,
        leaseUntil: null,
        finishedAt: now,
        resultType: result.type,
        resultBytes: result.bytes,
        resultPages: result.pages,
        resultTruncated: result.truncated,
        resultName: result.filename,
        resultExpiresAt: now + PLANS[job.tier].retentionHours * 3_600_000,
        warnings: JSON.stringify(warnings),
        timings: JSON.stringify(timings),
      })
      .where(and(eq(jobs.id, job.id), eq(jobs.status, "processing"), eq(jobs.lease, job.lease ?? "")))
      .returning({ id: jobs.id }),
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
  return won.length > 0;
}

export interface Failure {
  code: JobErrorCode;
  message: string;
  stage: string;
  warnings?: JobWarning[];
  timings?: JobTimings;
}

/** pending | processing → failed, credit back. With a lease, only its holder may. */
export async function fail(
  db: Db,
  job: { id: string; lease?: string | null },
  now: number,
  failure: Failure,
): Promise<boolean> {
  const mine = job.lease ? eq(jobs.lease, job.lease) : undefined;
  const [won] = await db.batch([
    db
      .update(jobs)
      .set({
        status: "failed",
        stage: "done",
        lease: null,
        leaseUntil: null,
        finishedAt: now,
        errorCode: failure.code,
        errorMessage: failure.message,
        errorStage: failure.stage,
        warnings: JSON.stringify(failure.warnings ?? []),
        timings: JSON.stringify(failure.timings ?? {}),
      })
      .where(and(eq(jobs.id, job.id), inArray(jobs.status, ["pending", "processing"]), mine))
      .returning({ id: jobs.id }),
    ...giveBack(db, job.id, now),
  ]);
  return won.length > 0;
}

/** pending → canceled, credit back; false when it is no longer pending. */
export async function cancel(db: Db, accountId: string, jobId: string, now: number): Promise<boolean> {
  const [won] = await db.batch([
    db
      .update(jobs)
      .set({ status: "canceled", stage: "done", finishedAt: now })
      .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId), eq(jobs.status, "pending")))
      .returning({ id: jobs.id }),
    ...giveBack(db, jobId, now),
  ]);
  return won.length > 0;
}

/** processing → pending after a fault of ours; the reason stays visible. False when the lease was lost. */
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
    })
    .where(and(eq(jobs.id, job.id), eq(jobs.status, "processing"), eq(jobs.lease, job.lease ?? "")))
    .returning({ id: jobs.id });
  return won.length > 0;
}

/**
 * The statements that give a job's credit back, once: the ledger's unique index lets one refund through, and the
 * account follows the ledger. A credit of a period that is over is not given back into the new one.
 */
function giveBack(db: Db, jobId: string, now: number) {
  const ended = sql`(select 1 from jobs j join accounts a on a.id = j.account_id
    where j.id = ${jobId} and j.status in ('failed', 'canceled') and j.credit_period = a.period_start)`;
  const unrefunded = sql`not exists (select 1 from ledger l join jobs j on j.account_id = l.account_id
    where j.id = ${jobId} and l.kind = 'refund' and l.reference = ${jobId})`;
  return [
    db
      .update(accounts)
      .set({ creditsUsed: sql`credits_used - 1` })
      .where(
        sql`id = (select account_id from jobs where id = ${jobId}) and exists ${ended} and ${unrefunded} and credits_used > 0`,
      ),
    db
      .insert(ledger)
      .select(
        sql`select null, j.account_id, 'refund', j.id, -1, ${now} from jobs j join accounts a on a.id = j.account_id
          where j.id = ${jobId} and j.status in ('failed', 'canceled') and j.credit_period = a.period_start`,
      )
      .onConflictDoNothing(),
    db.delete(overage).where(
      sql`job_id = ${jobId} and reported_at is null
          and exists (select 1 from jobs where id = ${jobId} and status in ('failed', 'canceled'))`,
    ),
  ] as const;
}

export async function readJob(db: Db, accountId: string, jobId: string): Promise<JobRow | null> {
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId)));
  return row ?? null;
}
