/**
 * Tables of the queue, in the Scheduler's own SQLite. A job is in one of three tables: `waiting` (for a slot), `resting` (until
 * its next attempt may begin) or `running`. `lines` has one row for each account and tier with waiting jobs.
 */

const STATEMENTS = [
  `create table if not exists waiting (
    job_id text primary key, account_id text not null, tier text not null,
    place integer not null, tries integer not null) without rowid`,
  "create index if not exists waiting_line on waiting (tier, account_id, place)",
  `create table if not exists resting (
    job_id text primary key, account_id text not null, tier text not null,
    place integer not null, tries integer not null, due integer not null) without rowid`,
  "create index if not exists resting_due on resting (due)",
  `create table if not exists running (
    job_id text primary key, account_id text not null, tier text not null,
    place integer not null, tries integer not null,
    session text not null, turn integer not null, lease_until integer not null) without rowid`,
  "create index if not exists running_account on running (account_id)",
  "create index if not exists running_lease on running (lease_until)",
  // `ready`: the account is below its limit of concurrent jobs. The ready account with the lowest `turn` of a tier is next.
  `create table if not exists lines (
    tier text not null, account_id text not null, jobs integer not null,
    turn integer not null, ready integer not null, primary key (tier, account_id)) without rowid`,
  "create index if not exists lines_ready on lines (tier, turn) where ready = 1",
] as const;

/** Columns that were added after the first deployment: [table, column, definition]. */
const LATER_COLUMNS = [
  ["waiting", "losses", "integer not null default 0"],
  ["resting", "losses", "integer not null default 0"],
  ["running", "losses", "integer not null default 0"],
  ["waiting", "since", "integer not null default 0"],
  ["running", "since", "integer not null default 0"],
] as const;

/** Creates the tables and adds missing columns. Does nothing where they exist. */
export function createTables(sql: SqlStorage): void {
  for (const statement of STATEMENTS) sql.exec(statement);
  for (const [table, column, definition] of LATER_COLUMNS) {
    const known = sql.exec("select 1 from pragma_table_info(?) where name = ?", table, column).toArray();
    if (known.length === 0) sql.exec(`alter table ${table} add column ${column} ${definition}`);
  }
}
