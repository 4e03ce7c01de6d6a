/** Jobs whose renderer is gone: found by their expired lease, then requeued or failed. */
import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { JOB_ERRORS } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { jobs } from "../schema.ts";
import { fail, type JobRow, release } from "./jobs.ts";

const leased = {
  id: jobs.id,
  accountId: jobs.accountId,
  tier: jobs.tier,
  test: jobs.test,
  status: jobs.status,
  stage: jobs.stage,
  lease: jobs.lease,
  leaseUntil: jobs.leaseUntil,
  attempts: jobs.attempts,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  source: jobs.source,
  outputType: jobs.outputType,
  creditPeriod: jobs.creditPeriod,
};
export type LeasedJob = Pick<JobRow, keyof typeof leased>;

/** Reads jobs of any account by id. The ids are one JSON value, because D1 binds at most 100 values. */
export async function readLeases(db: Db, jobIds: readonly string[]): Promise<LeasedJob[]> {
  return db
    .select(leased)
    .from(jobs)
    .where(inArray(jobs.id, sql`(select value from json_each(${JSON.stringify(jobIds)}))`));
}

/** Jobs in processing whose lease has expired at `now`, oldest lease first. */
export async function overdueLeases(db: Db, now: number, limit: number): Promise<LeasedJob[]> {
  return db
    .select(leased)
    .from(jobs)
    .where(and(sql`status = 'processing'`, lte(jobs.leaseUntil, now)))
    .orderBy(asc(jobs.leaseUntil))
    .limit(limit);
}

/**
 * Ends the attempt of a renderer that is gone: the job becomes pending, or fails with a refund after its last attempt.
 * `losses`: attempts that do not count. Null when the lease has changed in the meantime.
 */
export async function requeueExpired(
  db: Db,
  job: LeasedJob,
  now: number,
  losses = 0,
): Promise<"pending" | "failed" | null> {
  if (job.status !== "processing" || job.lease === null) return null;
  const { message } = JOB_ERRORS.service_unavailable;
  const reason = { code: "service_unavailable", stage: job.stage, message } as const;
  if (job.attempts - losses >= LIMITS.attempts) return (await fail(db, job, now, reason)) ? "failed" : null;
  return (await release(db, job, reason)) ? "pending" : null;
}

/** Whether the row's lease is still valid, so that its holder can complete the job. */
export function isHeld(job: LeasedJob, now: number): boolean {
  return job.status === "processing" && (job.leaseUntil ?? 0) > now;
}
