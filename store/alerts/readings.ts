/** The values that alerts watch. Each function reads a bounded number of rows, because it runs each minute. */
import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Jobs whose outcome counts. */
const RECENT_MS = 15 * MINUTE_MS;
/** Most rows that a reading looks at. */
const MAX_ROWS = 2_000;
/** Fewer failures are single jobs, whatever their share is. */
const MIN_FAILURES = 3;
const LATE_MS = 10 * MINUTE_MS;
const GIVEN_UP_MS = 6 * HOUR_MS;
/** Stripe sends an event again for three days. */
const RESENT_MS = 4 * 24 * HOUR_MS;

async function readNumber(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await db.all<{ value: number | null }>(query);
  return row?.value ?? 0;
}

/** Percent of the jobs of the last minutes that failed by a fault of ours; 0 if these are very few. */
export function readOurFailures(db: Db, now: number): Promise<number> {
  const recent = sql`(select error_code from jobs where finished_at > ${now - RECENT_MS}
    order by finished_at desc limit ${MAX_ROWS})`;
  return readNumber(
    db,
    sql`select case when sum(error_code = 'service_unavailable') >= ${MIN_FAILURES}
      then round(100.0 * sum(error_code = 'service_unavailable') / count(*)) else 0 end as value from ${recent} recent`,
  );
}

/** Minutes since the oldest waiting job was created. Attempts and lost messages do not restart them. */
export async function readOldestJob(db: Db, now: number): Promise<number> {
  const waiting = sql`(select created_at from jobs where status = 'pending' order by queued_at limit ${MAX_ROWS})`;
  const oldest = await readNumber(db, sql`select min(created_at) as value from ${waiting} waiting`);
  return oldest === 0 ? 0 : Math.max(0, Math.floor((now - oldest) / MINUTE_MS));
}

/** Mails that wait, and mails that were given up although their recipient takes mails. */
export function readUnsentMails(db: Db, now: number): Promise<number> {
  return readNumber(
    db,
    sql`select (select count(*) from (select 1 from mails where sent_at is null and failed_reason is null
        and created_at <= ${now - LATE_MS} order by next_attempt_at limit ${MAX_ROWS}) waiting)
      + (select count(*) from (select 1 from mails where failed_reason is not null and created_at > ${now - GIVEN_UP_MS}
        and failed_reason not like 'E_RECIPIENT%' limit ${MAX_ROWS}) waiting) as value`,
  );
}

/** Stripe's events that were received and could not be applied. */
export function readUnappliedEvents(db: Db, now: number): Promise<number> {
  return readNumber(
    db,
    sql`select count(*) as value from (select 1 from stripe_events where applied_at is null
      and received_at > ${now - RESENT_MS} and received_at <= ${now - LATE_MS} limit ${MAX_ROWS}) waiting`,
  );
}

/** The next `limit` accounts after the id `after`, each with whether its used credits differ from its ledger. */
export async function readCredits(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; differs: boolean }[]> {
  const rows = await db.all<{
    id: string;
    differs: number;
  }>(sql`select id, credits_used <> (select ifnull(sum(amount), 0)
    from ledger where account_id = accounts.id) as differs from accounts where id > ${after} order by id limit ${limit}`);
  return rows.map(({ id, differs }) => ({ id, differs: differs === 1 }));
}
