/** What time makes due: unheard jobs, expired results, old rows. Each works on one bounded batch and may run at any time. */
import { and, asc, inArray, isNull, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, TIERS, type Tier } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { jobs, ledger } from "../schema.ts";

const DAY_MS = 86_400_000;
/** A message takes seconds; a job that is still pending after this may have lost it. */
const UNHEARD_MS = 60_000;
const MAX_RETENTION_DAYS = Math.max(...TIERS.map((tier) => PLANS[tier].retentionHours)) / 24;

/** D1 binds at most 100 values, so ids go in as one. */
function amongIds(ids: readonly string[]) {
  return inArray(jobs.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);
}

/** Pending jobs that the queue was told of long ago, marked as told now. Telling one twice does no harm. */
export async function unheardJobs(
  db: Db,
  now: number,
  limit: number,
): Promise<{ jobId: string; accountId: string; tier: Tier }[]> {
  const due = sql`(select id from jobs where status = 'pending' and queued_at <= ${now - UNHEARD_MS}
    order by queued_at limit ${limit})`;
  return db
    .update(jobs)
    .set({ queuedAt: now })
    .where(inArray(jobs.id, due))
    .returning({ jobId: jobs.id, accountId: jobs.accountId, tier: jobs.tier });
}

/** Jobs whose result is past its retention and still in R2. */
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

/** Their objects are gone from R2. */
export async function markResultsDeleted(db: Db, ids: readonly string[], now: number): Promise<void> {
  await db
    .update(jobs)
    .set({ resultDeletedAt: now })
    .where(and(amongIds(ids), isNull(jobs.resultDeletedAt)));
}

/** Jobs whose result expired at least LIMITS.jobHistoryDays ago. */
export async function oldJobs(
  db: Db,
  now: number,
  limit: number,
): Promise<{ id: string; attempts: number }[]> {
  const before = now - (LIMITS.jobHistoryDays + MAX_RETENTION_DAYS) * DAY_MS;
  return db
    .select({ id: jobs.id, attempts: jobs.attempts })
    .from(jobs)
    .where(lte(jobs.finishedAt, before))
    .orderBy(asc(jobs.finishedAt))
    .limit(limit);
}

/** Nothing of them must be in R2 any more. */
export async function forgetJobs(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(jobs).where(amongIds(ids));
}

/**
 * Forgets the ledger of up to `limit` accounts up to their last old reset; answers how many rows. What stands up to a
 * reset sums to nothing, so that the ledger still explains `credits_used`.
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
