/**
 * Rows that become due with time: jobs whose message was lost, expired results, old rows. Each function handles one
 * bounded batch and can run at any time.
 */
import { and, asc, inArray, isNull, lte, sql } from "drizzle-orm";
import { isFinal } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { jobs, ledger } from "../schema.ts";

const DAY_MS = 86_400_000;
/** A queue message takes seconds. The message of a job that is pending for longer than this may be lost. */
const REQUEUE_AFTER_MS = 60_000;

/** The ids are one JSON value, because D1 binds at most 100 values. */
function amongIds(ids: readonly string[]) {
  return inArray(jobs.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);
}

/**
 * Pending jobs whose last queue message is older than REQUEUE_AFTER_MS; sets its time to `now`. A second message for
 * the same job is harmless.
 */
export async function jobsToRequeue(
  db: Db,
  now: number,
  limit: number,
): Promise<{ jobId: string; accountId: string; tier: Tier; test: boolean }[]> {
  const due = sql`(select id from jobs where status = 'pending' and queued_at <= ${now - REQUEUE_AFTER_MS}
    order by queued_at limit ${limit})`;
  return db
    .update(jobs)
    .set({ queuedAt: now })
    .where(inArray(jobs.id, due))
    .returning({ jobId: jobs.id, accountId: jobs.accountId, tier: jobs.tier, test: jobs.test });
}

/** Jobs whose result is past its retention and still in R2, earliest expiry first. */
export async function expiredResults(
  db: Db,
  now: number,
  limit: number,
): Promise<{ id: string; attempts: number }[]> {
  return db
    .select({ id: jobs.id, attempts: jobs.attempts })
    .from(jobs)
    .where(and(lte(jobs.resultExpiresAt, now), isNull(jobs.resultDeletedAt)))
    .orderBy(asc(jobs.resultExpiresAt))
    .limit(limit);
}

/** Marks the results as deleted. Delete their objects in R2 first. */
export async function markResultsDeleted(db: Db, ids: readonly string[], now: number): Promise<void> {
  await db
    .update(jobs)
    .set({ resultDeletedAt: now })
    .where(and(amongIds(ids), isNull(jobs.resultDeletedAt)));
}

/**
 * Of these keys in R2, those that a job still needs: the result of a completed job, until it is marked as deleted, and
 * files of jobs that have not ended.
 */
export async function keptResults(
  db: Db,
  results: readonly { key: string; id: string; attempts: number }[],
): Promise<string[]> {
  const rows = await db.all<{ key: string }>(sql`
    select json_each.value ->> 'key' as key
    from json_each(${JSON.stringify(results)}) join jobs j on j.id = json_each.value ->> 'id'
    where j.status in ('pending', 'processing') or (j.status = 'completed' and j.result_deleted_at is null
      and j.attempts = json_each.value ->> 'attempts')`);
  return rows.map(({ key }) => key);
}

/** Of these jobs, those that exist, each with whether it has ended. */
export async function jobStates(db: Db, ids: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await db.select({ id: jobs.id, status: jobs.status }).from(jobs).where(amongIds(ids));
  return new Map(rows.map(({ id, status }) => [id, isFinal(status)]));
}

/**
 * Deletes ledger rows up to the last reset older than LIMITS.ledgerDays, of up to `limit` accounts; returns how many
 * rows. Rows up to a reset add up to zero, so the ledger's sum still equals `credits_used`.
 */
export async function forgetOldLedger(db: Db, now: number, limit: number): Promise<number> {
  const before = now - LIMITS.ledgerDays * DAY_MS;
  const closed = sql`(select account_id, max(id) last from (select account_id, id from ledger
    where kind = 'reset' and created_at <= ${before} order by created_at limit ${limit}) group by account_id)`;
  const gone = await db
    .delete(ledger)
    .where(
      inArray(
        ledger.id,
        sql`(select l.id from ${closed} closed join ledger l on l.account_id = closed.account_id and l.id <= closed.last)`,
      ),
    )
    .returning({ id: ledger.id });
  return gone.length;
}
