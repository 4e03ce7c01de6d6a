/**
 * The queue: which job is next. Tiers share the slots by stride scheduling: each slot adds to the tier's `pass`, less for a
 * higher queue priority, and the tier with the lowest pass is next. A tier that was idle saves up no slots.
 * Within a tier, accounts take turns. Within an account, jobs run in their order.
 */
import { PLANS, TIERS, type Tier } from "#contract/plans.ts";
import { createTables } from "./queue-tables.ts";

export interface Entry {
  jobId: string;
  accountId: string;
  tier: Tier;
}

export interface Grant extends Entry {
  /** Name of the browser object that renders the job. */
  browser: string;
  /** Unique for each grant, so that a late result of an earlier grant of the same job is recognised. */
  grantId: number;
  /** Number of grants, this one included. */
  tries: number;
  /** Number of browsers that were lost while they rendered the job. */
  losses: number;
  /** When the job began to wait for this grant, Unix ms. 0: not known. */
  waitingSince: number;
}

type Row = Record<string, SqlStorageValue> & {
  job_id: string;
  account_id: string;
  tier: Tier;
  place: number;
  tries: number;
  losses: number;
};
type WaitingRow = Row & { since: number };
type RunningRow = WaitingRow & { session: string; turn: number };

const MAX_PRIORITY = Math.max(...TIERS.map((tier) => PLANS[tier].queuePriority));
/** SQL list of all tiers. The key of `lines` begins with the tier: naming each one makes SQLite use the key, not a scan. */
const EVERY_TIER = `(${TIERS.map((tier) => `'${tier}'`).join(", ")})`;
/** SQL cases of the limit of concurrent jobs, by tier. */
const CONCURRENCY_CASES = TIERS.map((tier) => `when '${tier}' then ${PLANS[tier].concurrentJobs}`).join(" ");
const TIERS_BY_PRIORITY = TIERS.toSorted((a, b) => PLANS[b].queuePriority - PLANS[a].queuePriority);
/** SQL query for the next account of each tier. */
const NEXT_ACCOUNTS = TIERS_BY_PRIORITY.map(
  (tier) =>
    `select * from (select tier, account_id from lines where tier = '${tier}' and ready = 1 order by turn limit 1)`,
).join(" union all ");

/** The columns that all three tables have. */
function toRow({ job_id, account_id, tier, place, tries, losses }: Row): Row {
  return { job_id, account_id, tier, place, tries, losses };
}

function toGrant(row: RunningRow): Grant {
  const { job_id: jobId, account_id: accountId, tier, session: browser, turn: grantId, tries, losses } = row;
  return { jobId, accountId, tier, browser, grantId, tries, losses, waitingSince: row.since };
}

/** A tier's share of the slots. It is only in memory: after an eviction every tier starts with an equal share. */
interface Share {
  pass: number;
  /** Whether an account of the tier was ready at the last look. */
  active: boolean;
}

export class JobQueue {
  private readonly sql: SqlStorage;
  private readonly shares = new Map<Tier, Share>();
  /** The pass of the last grant. */
  private lastPass = 0;
  private lastPlace: number;
  private lastTurn: number;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    createTables(sql);
    this.lastPlace = this.highest("place", ["waiting", "resting", "running"]);
    this.lastTurn = this.highest("turn", ["lines", "running"]);
  }

  /** Adds jobs behind the other jobs of their accounts. A job that is in the queue already keeps its place. */
  enqueue(entries: readonly Entry[]): void {
    for (const { jobId, accountId, tier } of entries) {
      if (this.has(jobId)) continue;
      this.wait({ job_id: jobId, account_id: accountId, tier, place: ++this.lastPlace, tries: 0, losses: 0 });
    }
  }

  /** Grants a slot of `browser` to the next job, until `leaseUntil` (Unix ms). Null when no job may start now. */
  grant(browser: string, leaseUntil: number): Grant | null {
    const next = this.nextAccount();
    if (!next) return null;
    const { tier, accountId } = next;
    const [row] = this.sql.exec<WaitingRow>(
      "select * from waiting where tier = ? and account_id = ? order by place limit 1",
      tier,
      accountId,
    );
    if (!row) {
      this.sql.exec("delete from lines where tier = ? and account_id = ?", tier, accountId);
      return this.grant(browser, leaseUntil);
    }
    const turn = ++this.lastTurn;
    this.sql.exec("delete from waiting where job_id = ?", row.job_id);
    const running = { ...toRow(row), since: row.since, tries: row.tries + 1, session: browser, turn };
    this.insert("running", { ...running, lease_until: leaseUntil });
    this.removeWaiting(tier, accountId, turn);
    this.refreshReady(accountId);
    return toGrant(running);
  }

  /** Frees the slot of a job that has ended. Returns false for a grant that is no longer the job's current one. */
  finish(grant: Grant): boolean {
    return this.free(grant) !== null;
  }

  /** Frees the slot. The job waits again at its old place, from `due` (Unix ms) on. */
  retry(grant: Grant, due: number): void {
    const row = this.free(grant);
    if (row) this.insert("resting", { ...toRow(row), due });
  }

  /** Frees the slot. The job waits again at its old place, and the grant does not count. `lost`: browsers lost in it. */
  putBack(grant: Grant, lost = 0): void {
    const row = this.free(grant);
    if (row) this.wait({ ...row, tries: row.tries - 1, losses: row.losses + lost });
  }

  /** Moves jobs that are due for another attempt back to the waiting jobs. */
  wake(now: number): void {
    const rested = this.sql.exec<Row>("delete from resting where due <= ? returning *", now).toArray();
    for (const row of rested) this.wait(row);
  }

  /** Removes a job from the queue. A job that is being rendered stays. */
  drop(jobId: string): void {
    this.sql.exec("delete from resting where job_id = ?", jobId);
    const [row] = this.sql.exec<Row>("delete from waiting where job_id = ? returning *", jobId);
    if (!row) return;
    this.removeWaiting(row.tier, row.account_id, null);
  }

  /** Ids of the first `limit` jobs that are not being rendered, oldest first. */
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
      grant.grantId,
    );
  }

  /** Grants whose lease has ended at `now`. */
  overdue(now: number): Grant[] {
    return this.sql
      .exec<RunningRow>("select * from running where lease_until <= ?", now)
      .toArray()
      .map(toGrant);
  }

  running(): Grant[] {
    return this.sql.exec<RunningRow>("select * from running").toArray().map(toGrant);
  }

  /** When the next lease or rest ends, Unix ms; null without one. */
  nextDue(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>(
      "select min(at) at from (select min(lease_until) at from running union all select min(due) from resting)",
    );
    return row?.at ?? null;
  }

  /** Number of jobs that the browser renders. */
  load(browser: string): number {
    const [row] = this.sql.exec<{ jobs: number }>(
      "select count(*) jobs from running where session = ?",
      browser,
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
    this.insert("waiting", { ...toRow(row), since: Date.now() });
    this.sql.exec(
      `insert into lines values (?, ?, 1, ?, 0)
        on conflict (tier, account_id) do update set jobs = jobs + 1`,
      row.tier,
      row.account_id,
      ++this.lastTurn,
    );
    this.refreshReady(row.account_id);
  }

  private insert(table: "waiting" | "resting" | "running", row: Row): void {
    const columns = Object.keys(row);
    const values = columns.map(() => "?").join(", ");
    this.sql.exec(`insert into ${table} (${columns.join(", ")}) values (${values})`, ...Object.values(row));
  }

  private free(grant: Grant): Row | null {
    const [row] = this.sql.exec<RunningRow>(
      "delete from running where job_id = ? and turn = ? returning *",
      grant.jobId,
      grant.grantId,
    );
    if (row) this.refreshReady(row.account_id);
    return row ?? null;
  }

  /** Counts one waiting job less; with the last one the row goes. `turn`: the account's new turn, null to keep it. */
  private removeWaiting(tier: Tier, accountId: string, turn: number | null): void {
    this.sql.exec("delete from lines where tier = ? and account_id = ? and jobs = 1", tier, accountId);
    this.sql.exec(
      "update lines set jobs = jobs - 1, turn = coalesce(?, turn) where tier = ? and account_id = ?",
      turn,
      tier,
      accountId,
    );
  }

  /** Updates whether the account may get another slot. All its running jobs count, whatever tier they were created in. */
  private refreshReady(accountId: string): void {
    this.sql.exec(
      `update lines set ready = not ready where tier in ${EVERY_TIER} and account_id = ?1
        and ready <> ((select count(*) from running where account_id = ?1) < case tier ${CONCURRENCY_CASES} end)`,
      accountId,
    );
  }

  private nextAccount(): { tier: Tier; accountId: string } | null {
    const candidates = this.sql.exec<{ tier: Tier; account_id: string }>(NEXT_ACCOUNTS).toArray();
    let best: { tier: Tier; accountId: string; share: Share } | null = null;
    for (const tier of TIERS_BY_PRIORITY) {
      const candidate = candidates.find((one) => one.tier === tier);
      const share = this.shareOf(tier, candidate !== undefined);
      if (candidate && (!best || share.pass < best.share.pass)) {
        best = { tier, accountId: candidate.account_id, share };
      }
    }
    if (!best) return null;
    const { tier, accountId, share } = best;
    this.lastPass = share.pass;
    share.pass += MAX_PRIORITY / PLANS[tier].queuePriority;
    return { tier, accountId };
  }

  /** The tier's share. A tier that becomes active again gets at least the pass of the last grant. */
  private shareOf(tier: Tier, active: boolean): Share {
    const share = this.shares.get(tier) ?? { pass: 0, active: false };
    this.shares.set(tier, share);
    if (active && !share.active) share.pass = Math.max(share.pass, this.lastPass);
    share.active = active;
    return share;
  }

  private highest(column: "place" | "turn", tables: readonly string[]): number {
    const each = tables.map((table) => `select max(${column}) value from ${table}`).join(" union all ");
    const { value } = this.sql.exec<{ value: number | null }>(`select max(value) value from (${each})`).one();
    return value ?? 0;
  }
}
