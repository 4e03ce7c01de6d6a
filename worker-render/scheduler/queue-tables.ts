/** The scheduler's own SQLite: who waits, who rests after a fault, who renders. */

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
  // An account's jobs of one tier are one line; its turn comes when its number is the lowest of the tier's ready lines.
  `create table if not exists lines (
    tier text not null, account_id text not null, jobs integer not null,
    turn integer not null, ready integer not null, primary key (tier, account_id)) without rowid`,
  "create index if not exists lines_ready on lines (tier, turn) where ready = 1",
] as const;

/** Columns that tables of earlier versions lack: [table, column, definition]. */
const LATER_COLUMNS = [
  ["waiting", "losses", "integer not null default 0"],
  ["resting", "losses", "integer not null default 0"],
  ["running", "losses", "integer not null default 0"],
] as const;

export function createTables(sql: SqlStorage): void {
  for (const statement of STATEMENTS) sql.exec(statement);
  for (const [table, column, definition] of LATER_COLUMNS) {
    const known = sql.exec("select 1 from pragma_table_info(?) where name = ?", table, column).toArray();
    if (known.length === 0) sql.exec(`alter table ${table} add column ${column} ${definition}`);
  }
}
