/**
 * Moves old jobs from D1 to R2, by account and month. Each step can be repeated after a crash:
 * 1. `planArchive` writes which jobs the next file has. A repeated run finds the plan, and so has the same jobs.
 * 2. `readPlanned` reads them, and the caller writes the file under the plan's key.
 * 3. `finishArchive` deletes the jobs and marks the plan as done, in one batch.
 */
import { and, asc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, TIERS } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { jobArchives, jobs } from "../schema.ts";

const DAY_MS = 86_400_000;
const MAX_RETENTION_DAYS = Math.max(...TIERS.map((tier) => PLANS[tier].retentionHours)) / 24;

/** Longer than the scheme, a host and a port. */
const HOST_CHARS = 300;

/** What is read of a job to archive it. */
const ARCHIVED_COLUMNS = {
  id: jobs.id,
  source: jobs.source,
  key_id: jobs.keyId,
  test: jobs.test,
  origin_host: jobs.originHost,
  input: jobs.input,
  url_start: sql<string>`substr(jobs.url, 1, ${sql.raw(String(HOST_CHARS))})`,
  output_type: jobs.outputType,
  tier: jobs.tier,
  status: jobs.status,
  attempts: jobs.attempts,
  created_at: jobs.createdAt,
  started_at: jobs.startedAt,
  finished_at: jobs.finishedAt,
  deleted_at: jobs.deletedAt,
  request_id: jobs.requestId,
  credit_period: jobs.creditPeriod,
  overage_millis: jobs.overageMillis,
  result_type: jobs.resultType,
  result_bytes: jobs.resultBytes,
  result_pages: jobs.resultPages,
  error_code: jobs.errorCode,
  error_stage: jobs.errorStage,
} as const;

export type Archive = typeof jobArchives.$inferSelect;

/** `YYYY-MM` of a time in Unix ms, `add` months later. */
function monthOf(time: number, add = 0): string {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + add)).toISOString().slice(0, 7);
}

function startOf(month: string): number {
  return Date.parse(`${month}-01`);
}

/** Jobs that ended before this are moved: all of a month at once, so that an account has few files. */
function archiveBefore(now: number): number {
  return startOf(monthOf(now - (LIMITS.jobHistoryDays + MAX_RETENTION_DAYS) * DAY_MS));
}

function mine({ accountId, month, part }: Pick<Archive, "accountId" | "month" | "part">) {
  return and(eq(jobArchives.accountId, accountId), eq(jobArchives.month, month), eq(jobArchives.part, part));
}

/** Condition: the jobs of the plan that are still in D1. */
function planned({ accountId, firstCreatedAt, firstId, lastCreatedAt, lastId, endedBefore }: Archive): SQL {
  return sql`jobs.account_id = ${accountId}
    and (jobs.created_at, jobs.id) >= (${firstCreatedAt}, ${firstId})
    and (jobs.created_at, jobs.id) <= (${lastCreatedAt}, ${lastId})
    and jobs.finished_at < ${endedBefore}`;
}

/** The plan of a run that did not finish. */
async function openArchive(db: Db): Promise<Archive | null> {
  const [open] = await db
    .select()
    .from(jobArchives)
    .where(isNull(jobArchives.archivedAt))
    .orderBy(asc(jobArchives.accountId))
    .limit(1);
  return open ?? null;
}

/** The next plan: an unfinished one, or the first jobs of the month and account of the oldest job. Null without old jobs. */
export async function planArchive(db: Db, now: number): Promise<Archive | null> {
  const open = await openArchive(db);
  if (open) return open;
  const endedBefore = archiveBefore(now);
  const [oldest] = await db
    .select({ accountId: jobs.accountId, createdAt: jobs.createdAt })
    .from(jobs)
    .where(lt(jobs.finishedAt, endedBefore))
    .orderBy(asc(jobs.finishedAt))
    .limit(1);
  if (!oldest) return null;
  const { accountId } = oldest;
  const month = monthOf(oldest.createdAt);
  const [from, to] = [startOf(month), startOf(monthOf(oldest.createdAt, 1))];
  await db.run(sql`with part as (
      select created_at, id from jobs where account_id = ${accountId} and created_at >= ${from} and created_at < ${to}
        and finished_at < ${endedBefore} order by created_at, id limit ${LIMITS.jobsPerArchive}),
    first as (select * from part order by created_at, id limit 1),
    last as (select * from part order by created_at desc, id desc limit 1)
    insert into job_archives (account_id, month, part, first_created_at, first_id, last_created_at, last_id, ended_before)
    select ${accountId}, ${month},
      (select coalesce(max(a.part), 0) + 1 from job_archives a where a.account_id = ${accountId} and a.month = ${month}),
      first.created_at, first.id, last.created_at, last.id, ${endedBefore} from first, last
    where not exists (select 1 from job_archives a where a.archived_at is null)`);
  return openArchive(db);
}

/** The jobs of a plan that is not done. Null when another run has finished it. */
export async function readPlanned(db: Db, archive: Archive) {
  const [[open], rows] = await db.batch([
    db
      .select({ part: jobArchives.part })
      .from(jobArchives)
      .where(and(mine(archive), isNull(jobArchives.archivedAt))),
    db.select(ARCHIVED_COLUMNS).from(jobs).where(planned(archive)).orderBy(asc(jobs.createdAt), asc(jobs.id)),
  ]);
  return open ? rows : null;
}

/**
 * Deletes the jobs from D1, once the file has them. False if one was deleted meanwhile, by its owner or with its account:
 * then the file has to be written again.
 */
export async function finishArchive(
  db: Db,
  archive: Archive,
  { jobs: count, deleted, sizeBytes }: { jobs: number; deleted: number; sizeBytes: number },
  now: number,
): Promise<boolean> {
  const isSame = sql`(select count(*) = ${count} and count(jobs.deleted_at) = ${deleted} from jobs where ${planned(archive)})`;
  const [marked] = await db.batch([
    db
      .update(jobArchives)
      .set({ archivedAt: now, jobs: count, sizeBytes })
      .where(and(mine(archive), isNull(jobArchives.archivedAt), isSame))
      .returning({ part: jobArchives.part }),
    db.delete(jobs).where(
      and(
        planned(archive),
        sql`exists (select 1 from job_archives a where a.account_id = ${archive.accountId}
          and a.month = ${archive.month} and a.part = ${archive.part} and a.archived_at = ${now})`,
      ),
    ),
  ]);
  return marked.length > 0;
}

/** Deletes a plan whose jobs were deleted with their account. Delete its file in R2 afterwards. False when the plan is done. */
export async function dropPlan(db: Db, archive: Archive): Promise<boolean> {
  const dropped = await db
    .delete(jobArchives)
    .where(and(mine(archive), isNull(jobArchives.archivedAt)))
    .returning({ part: jobArchives.part });
  return dropped.length > 0;
}

/** Up to `limit` archives of the account that are done, oldest first, after `after`. */
export async function archivesOf(
  db: Db,
  accountId: string,
  limit: number,
  after: { month: string; part: number } = { month: "", part: 0 },
): Promise<Archive[]> {
  return db
    .select()
    .from(jobArchives)
    .where(
      and(
        eq(jobArchives.accountId, accountId),
        sql`(month, part) > (${after.month}, ${after.part})`,
        isNotNull(jobArchives.archivedAt),
      ),
    )
    .orderBy(asc(jobArchives.month), asc(jobArchives.part))
    .limit(limit);
}

/** Archives of months that are no longer kept. */
export async function expiredArchives(db: Db, now: number, limit: number): Promise<Archive[]> {
  const oldest = monthOf(now, 1 - LIMITS.archiveMonths);
  return db
    .select()
    .from(jobArchives)
    .where(and(gte(jobArchives.month, ""), lt(jobArchives.month, oldest), isNotNull(jobArchives.archivedAt)))
    .orderBy(asc(jobArchives.month))
    .limit(limit);
}

/** Delete the files in R2 first. */
export async function forgetArchives(db: Db, archives: readonly Archive[]): Promise<void> {
  const keys = JSON.stringify(archives.map(({ accountId, month, part }) => [accountId, month, part]));
  await db
    .delete(jobArchives)
    .where(
      sql`(account_id, month, part) in (select value ->> 0, value ->> 1, value ->> 2 from json_each(${keys}))`,
    );
}
