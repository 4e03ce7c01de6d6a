/** What a backup's SQLite file says: its tables, its migrations, and the objects in R2 that belong to it. */
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { archiveKey } from "#store/archive/archive-key.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";

/** The tables of the application. Others are SQLite's and D1's own. */
export const TABLES = `select name, sql from sqlite_schema
  where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*' order by rowid`;

export const Table = z.object({ name: z.string(), sql: z.string() });
const Count = z.object({ count: z.number() });
const Names = z.array(z.object({ name: z.string() })).transform((rows) => rows.map(({ name }) => name));
const Archives = z.array(z.object({ accountId: z.string(), month: z.string(), part: z.number() }));
const Job = z.object({ id: z.string(), attempts: z.number() });

export function tablesOf(db: DatabaseSync): z.infer<typeof Table>[] {
  return z.array(Table).parse(db.prepare(TABLES).all());
}

/** Rows of each table. */
export function countRows(db: DatabaseSync): Record<string, number> {
  const counts = tablesOf(db).map(({ name }) => {
    const { count } = Count.parse(db.prepare(`select count(*) as count from "${name}"`).get());
    return [name, count];
  });
  return Object.fromEntries(counts);
}

export function migrationsOf(db: DatabaseSync): string[] {
  return Names.parse(db.prepare("select name from d1_migrations order by id").all());
}

function jobsWhere(db: DatabaseSync, condition: string): z.infer<typeof Job>[] {
  return z.array(Job).parse(db.prepare(`select id, attempts from jobs where ${condition} order by id`).all());
}

/**
 * Keys of the objects that the rows need: results and thumbnails of completed jobs until they are deleted, the pages of jobs
 * that have not ended, and the archive of old jobs. Everything else in the bucket is temporary, or made again.
 */
export function objectKeys(db: DatabaseSync): string[] {
  const isKept = "status = 'completed' and result_deleted_at is null";
  const completed = jobsWhere(db, isKept);
  const withThumbnail = jobsWhere(
    db,
    `${isKept} and options ->> '$.screenshotOptions.thumbnail' is not null`,
  );
  const unfinished = jobsWhere(db, "status in ('pending', 'processing') and input <> 'url'");
  return [
    ...completed.map(resultKey),
    ...withThumbnail.map(thumbnailKey),
    ...unfinished.map(({ id }) => inputKey(id)),
    ...archiveKeys(db),
  ];
}

/** A database of an earlier release has no archive. */
function archiveKeys(db: DatabaseSync): string[] {
  const [table] = db.prepare("select 1 from sqlite_master where name = 'job_archives'").all();
  if (!table) return [];
  const rows = db.prepare(
    'select account_id as "accountId", month, part from job_archives where archived_at is not null',
  );
  return Archives.parse(rows.all()).map(archiveKey);
}

/** Accounts whose used credits differ from the sum of their ledger. A good database has none. */
export function wrongAccounts(db: DatabaseSync): string[] {
  const rows = db.prepare(`select a.id as name from accounts a left join ledger l on l.account_id = a.id
    group by a.id having a.credits_used <> coalesce(sum(l.amount), 0)`);
  return Names.parse(rows.all());
}
