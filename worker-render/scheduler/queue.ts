/**
 * The line: whose turn it is. Between tiers stride scheduling by the plans' queue priority: a tier's pass grows by its
 * stride with each slot it gets, the lowest pass is next, and a tier that comes back starts where the others are, so
 * that nobody saves up and nobody starves. Within a tier accounts take turns, each in the order of its jobs.
 */
import { PLANS, TIERS, type Tier } from "#contract/plans.ts";
import { createTables } from "./queue-tables.ts";

export interface Entry {
  jobId: string;
  accountId: string;
  tier: Tier;
}

export interface Grant extends Entry {
  session: string;
  /** Unique for each grant: what comes back late from an earlier one is told apart by it. */
  turn: number;
  tries: number;
  /** How many browsers the job has lost so far. */
  losses: number;
}

type Row = Record<string, SqlStorageValue> & {
  job_id: string;
  account_id: string;
  tier: Tier;
  place: number;
  tries: number;
  losses: number;
};
type RunningRow = Row & { session: string; turn: number };

const HIGHEST = Math.max(...TIERS.map((tier) => PLANS[tier].queuePriority));
/** In SQL: the lines' key begins with the tier, so naming each is what finds an account's lines without a search. */
const EVERY_TIER = `(${TIERS.map((tier) => `'${tier}'`).join(", ")})`;
const MAX_AT_ONCE = TIERS.map((tier) => `when '${tier}' then ${PLANS[tier].concurrentJobs}`).join(" ");
const BY_PRIORITY = TIERS.toSorted((a, b) => PLANS[b].queuePriority - PLANS[a].queuePriority);
/** Of each tier the line whose turn it is. */
const READY_LINES = BY_PRIORITY.map(
  (tier) =>
    `select * from (select tier, account_id from lines where tier = '${tier}' and ready = 1 order by turn limit 1)`,
).join(" union all ");

/** What each of the tables has of a job. */
function toRow({ job_id, account_id, tier, place, tries, losses }: Row): Row {
  return { job_id, account_id, tier, place, tries, losses };
}

function toGrant(row: RunningRow): Grant {
  const { job_id: jobId, account_id: accountId, tier, session, turn, tries, losses } = row;
  return { jobId, accountId, tier, session, turn, tries, losses };
}

/** A tier's place between the tiers. Kept in memory: an object that begins anew lets all begin alike. */
interface Share {
  pass: number;
  /** Whether one of the tier's lines was ready when it was last looked at. */
  active: boolean;
}

export class Line {
  private readonly sql: SqlStorage;
  private readonly shares = new Map<Tier, Share>();
  /** The pass of the last grant. */
  private now = 0;
  private place: number;
  private turn: number;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    createTables(sql);
    this.place = this.highest("place", ["waiting", "resting", "running"]);
    this.turn = this.highest("turn", ["lines", "running"]);
  }

  /** Adds jobs at the end of their accounts' lines; those that are known already stay where they are. */
  offer(entries: readonly Entry[]): void {
    for (const { jobId, accountId, tier } of entries) {
      if (this.has(jobId)) continue;
      this.wait({ job_id: jobId, account_id: accountId, tier, place: ++this.place, tries: 0, losses: 0 });
    }
  }

  /** Grants the next slot, on `session` until `leaseUntil`; null when nobody may start now. */
  grant(session: string, leaseUntil: number): Grant | null {
    const next = this.nextLine();
    if (!next) return null;
    const { tier, accountId } = next;
    const [row] = this.sql.exec<Row>(
      "select * from waiting where tier = ? and account_id = ? order by place limit 1",
      tier,
      accountId,
    );
    if (!row) {
      this.sql.exec("delete from lines where tier = ? and account_id = ?", tier, accountId);
      return this.grant(session, leaseUntil);
    }
    const turn = ++this.turn;
    this.sql.exec("delete from waiting where job_id = ?", row.job_id);
    const running = { ...toRow(row), tries: row.tries + 1, session, turn };
    this.insert("running", { ...running, lease_until: leaseUntil });
    this.shorten(tier, accountId, turn);
    this.refresh(accountId);
    return toGrant(running);
  }

  /** The slot is free; the job has ended. False when the grant is not the job's current one. */
  finish(grant: Grant): boolean {
    return this.leave(grant) !== null;
  }

  /** The slot is free; the job waits again at its old place from `due` (Unix ms) on. */
  again(grant: Grant, due: number): void {
    const row = this.leave(grant);
    if (row) this.insert("resting", { ...toRow(row), due });
  }

  /** The slot is free; the job waits again at its old place as if it had not been granted, with `lost` browsers more. */
  putBack(grant: Grant, lost = 0): void {
    const row = this.leave(grant);
    if (row) this.wait({ ...row, tries: row.tries - 1, losses: row.losses + lost });
  }

  /** Jobs whose rest is over wait again. */
  wake(now: number): void {
    const rested = this.sql.exec<Row>("delete from resting where due <= ? returning *", now).toArray();
    for (const row of rested) this.wait(row);
  }

  /** Takes a job out that does not render yet. */
  drop(jobId: string): void {
    this.sql.exec("delete from resting where job_id = ?", jobId);
    const [row] = this.sql.exec<Row>("delete from waiting where job_id = ? returning *", jobId);
    if (!row) return;
    this.shorten(row.tier, row.account_id, null);
  }

  /** At most `limit` jobs that do not render yet, in their order. */
  waiting(limit: number): string[] {
    const rows = this.sql.exec<{ job_id: string }>(
      "select job_id from (select job_id, place from waiting union all select job_id, place from resting) order by place limit ?",
      limit,
    );
    return rows.toArray().map(({ job_id }) => job_id);
  }

  extend(grant: Grant, leaseUntil: number): void {
    this.sql.exec(
      "update running set lease_until = ? where job_id = ? and turn = ?",
      leaseUntil,
      grant.jobId,
      grant.turn,
    );
  }

  /** Grants whose lease is over at `now`. */
  overdue(now: number): Grant[] {
    return this.sql
      .exec<RunningRow>("select * from running where lease_until <= ?", now)
      .toArray()
      .map(toGrant);
  }

  running(): Grant[] {
    return this.sql.exec<RunningRow>("select * from running").toArray().map(toGrant);
  }

  /** When the line itself must be looked at again: the end of a lease or of a rest, Unix ms. */
  nextDue(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>(
      "select min(at) at from (select min(lease_until) at from running union all select min(due) from resting)",
    );
    return row?.at ?? null;
  }

  load(session: string): number {
    const [row] = this.sql.exec<{ jobs: number }>(
      "select count(*) jobs from running where session = ?",
      session,
    );
    return row?.jobs ?? 0;
  }

  counts(): { waiting: number; running: number } {
    const [row] = this.sql.exec<{ waiting: number; running: number }>(
      `select (select coalesce(sum(jobs), 0) from lines) + (select count(*) from resting) waiting,
        (select count(*) from running) running`,
    );
    return row ?? { waiting: 0, running: 0 };
  }

  private has(jobId: string): boolean {
    const known = this.sql.exec(
      `select 1 from waiting where job_id = ?1 union all select 1 from resting where job_id = ?1
        union all select 1 from running where job_id = ?1`,
      jobId,
    );
    return !known.next().done;
  }

  private wait(row: Row): void {
    this.insert("waiting", toRow(row));
    this.sql.exec(
      `insert into lines values (?, ?, 1, ?, 0)
        on conflict (tier, account_id) do update set jobs = jobs + 1`,
      row.tier,
      row.account_id,
      ++this.turn,
    );
    this.refresh(row.account_id);
  }

  private insert(table: "waiting" | "resting" | "running", row: Row): void {
    const columns = Object.keys(row);
    const values = columns.map(() => "?").join(", ");
    this.sql.exec(`insert into ${table} (${columns.join(", ")}) values (${values})`, ...Object.values(row));
  }

  private leave(grant: Grant): Row | null {
    const [row] = this.sql.exec<RunningRow>(
      "delete from running where job_id = ? and turn = ? returning *",
      grant.jobId,
      grant.turn,
    );
    if (row) this.refresh(row.account_id);
    return row ?? null;
  }

  /** One job has left the line, which goes with its last one. With a `turn`, its next job waits for that. */
  private shorten(tier: Tier, accountId: string, turn: number | null): void {
    this.sql.exec("delete from lines where tier = ? and account_id = ? and jobs = 1", tier, accountId);
    this.sql.exec(
      "update lines set jobs = jobs - 1, turn = coalesce(?, turn) where tier = ? and account_id = ?",
      turn,
      tier,
      accountId,
    );
  }

  /** Whether each of the account's lines may be granted a slot: concurrency counts all of its running jobs. */
  private refresh(accountId: string): void {
    this.sql.exec(
      `update lines set ready = not ready where tier in ${EVERY_TIER} and account_id = ?1
        and ready <> ((select count(*) from running where account_id = ?1) < case tier ${MAX_AT_ONCE} end)`,
      accountId,
    );
  }

  private nextLine(): { tier: Tier; accountId: string } | null {
    const lines = this.sql.exec<{ tier: Tier; account_id: string }>(READY_LINES).toArray();
    let best: { tier: Tier; accountId: string; share: Share } | null = null;
    for (const tier of BY_PRIORITY) {
      const line = lines.find((one) => one.tier === tier);
      const share = this.shareOf(tier, line !== undefined);
      if (line && (!best || share.pass < best.share.pass)) {
        best = { tier, accountId: line.account_id, share };
      }
    }
    if (!best) return null;
    const { tier, accountId, share } = best;
    this.now = share.pass;
    share.pass += HIGHEST / PLANS[tier].queuePriority;
    return { tier, accountId };
  }

  /** The tier's share; one that had nobody ready before is moved up to where the others are. */
  private shareOf(tier: Tier, active: boolean): Share {
    const share = this.shares.get(tier) ?? { pass: 0, active: false };
    this.shares.set(tier, share);
    if (active && !share.active) share.pass = Math.max(share.pass, this.now);
    share.active = active;
    return share;
  }

  private highest(column: "place" | "turn", tables: readonly string[]): number {
    const each = tables.map((table) => `select max(${column}) value from ${table}`).join(" union all ");
    const { value } = this.sql.exec<{ value: number | null }>(`select max(value) value from (${each})`).one();
    return value ?? 0;
  }
}
