/**
 * Jobs that their owner deletes. The row stays for the usage history, without its address, options and texts, until it is
 * as old as other rows that are deleted.
 */
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { isFinal, JOB_STATUSES } from "#contract/job/state.ts";
import type { Db } from "../db.ts";
import { accountOf, isVisible, type Owner } from "../keys/owner.ts";
import { jobs } from "../schema.ts";
import type { JobRow } from "./jobs.ts";

const deletable = {
  id: jobs.id,
  accountId: jobs.accountId,
  status: jobs.status,
  input: jobs.input,
  attempts: jobs.attempts,
  source: jobs.source,
  tier: jobs.tier,
  outputType: jobs.outputType,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  creditPeriod: jobs.creditPeriod,
};
export type DeletableJob = Pick<JobRow, keyof typeof deletable>;

const FINAL = JOB_STATUSES.filter(isFinal);

/** The owner's jobs among these. The ids are one JSON value, because D1 binds at most 100 values. */
function own(owner: Owner, ids: readonly string[]) {
  return and(
    inArray(jobs.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
    eq(jobs.accountId, accountOf(owner)),
    ne(jobs.source, "check"),
    isNull(jobs.deletedAt),
    isVisible(owner),
  );
}

/** Those of the jobs that exist and belong to the owner. */
export async function readDeletable(db: Db, owner: Owner, ids: readonly string[]): Promise<DeletableJob[]> {
  return db.select(deletable).from(jobs).where(own(owner, ids));
}

/** Marks finished jobs as deleted. Delete their files in R2 first. */
export async function markJobsDeleted(
  db: Db,
  owner: Owner,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db
    .update(jobs)
    .set({
      deletedAt: now,
      resultDeletedAt: sql`coalesce(result_deleted_at, ${now})`,
      url: "",
      options: "{}",
      resultName: null,
      errorMessage: null,
      warnings: "[]",
    })
    .where(and(own(owner, ids), inArray(jobs.status, FINAL)));
}
