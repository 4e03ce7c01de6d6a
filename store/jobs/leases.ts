/** Jobs whose renderer is gone: found by their lease, and taken back or given up. */
import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { JOB_ERRORS } from "#contract/errors.ts";
import type { JobStatus } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { jobs } from "../schema.ts";
import { fail, release } from "./jobs.ts";

export interface LeasedJob {
  id: string;
  accountId: string;
  tier: Tier;
  status: JobStatus;
  stage: string;
  lease: string | null;
  leaseUntil: number | null;
  attempts: number;
  createdAt: number;
}

const leased = {
  id: jobs.id,
  accountId: jobs.accountId,
  tier: jobs.tier,
  status: jobs.status,
  stage: jobs.stage,
  lease: jobs.lease,
  leaseUntil: jobs.leaseUntil,
  attempts: jobs.attempts,
  createdAt: jobs.createdAt,
};

/** Reads jobs by id, whoever owns them; ids go in as one JSON value, as D1 binds at most 100. */
export async function readLeases(db: Db, jobIds: readonly string[]): Promise<LeasedJob[]> {
  return db
    .select(leased)
    .from(jobs)
    .where(inArray(jobs.id, sql`(select value from json_each(${JSON.stringify(jobIds)}))`));
}

/** Rendering jobs whose lease is over at `now`, the oldest first. */
export async function overdueLeases(db: Db, now: number, limit: number): Promise<LeasedJob[]> {
  return db
    .select(leased)
    .from(jobs)
    .where(and(sql`status = 'processing'`, lte(jobs.leaseUntil, now)))
    .orderBy(asc(jobs.leaseUntil))
    .limit(limit);
}

/**
 * Takes a job from a renderer that is gone: back to pending, or failed with its credit back when it was the last attempt.
 * `losses`: attempts that do not count. Null when the lease has changed hands meanwhile.
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

/** Whether the row's lease is still in force, so that its holder may yet complete it. */
export function isHeld(job: LeasedJob, now: number): boolean {
  return job.status === "processing" && (job.leaseUntil ?? 0) > now;
}
