/**
 * The line: whose turn it is. Between tiers stride scheduling by the plans' queue priority: a tier's pass grows by its
 * stride with each slot it gets, the lowest pass is next, and a tier that comes back starts where the others are, so
 * that nobody saves up and nobody starves. Within a tier accounts take turns, each in the order of its jobs.
 */
import { PLANS, TIERS, type Tier } from "#contract/plans.ts";
import { createTables } from "./line-tables.ts";

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
}

type Row = Record<string, SqlStorageValue> & {
  job_id: string;
  account_id: string;
  tier: Tier;
  place: number;
  tries: number;
};
type RunningRow = Row & { session: string; turn: number };

const HIGHEST = Math.max(...TIERS.map((tier) => PLANS[tier].queuePriority));
/** In SQL: the lines' key begins with the tier, so naming each is what finds an account's lines without a search. */
const EVERY_TIER = `(${TIERS.map((tier) => `'${tier}'`).join(", ")})`;
const MOST_AT_ONCE = TIERS.map((tier) => `when '${tier}' then ${PLANS[tier].concurrentJobs}`).join(" ");
const BY_PRIORITY = TIERS.toSorted((a, b) => PLANS[b].queuePriority - PLANS[a].queuePriority);

function toGrant(row: RunningRow): Grant {
  const { job_id: jobId, account_id: accountId, tier, session, turn, tries } = row;
  return { jobId, accountId, tier, session, turn, tries };
}

export class Line {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    createTables(sql);
  }

  /** Adds jobs at the end of their accounts' lines; those that are known already stay where they are. */
  offer(entries: readonly Entry[]): void {
    for (const { jobId, accountId, tier } of entries) {
      if (this.has(jobId)) continue;
      this.wait({ job_id: jobId, account_id: accountId, tier, place: this.count("place"), tries: 0 });
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
    const turn = this.count("turn");
    this.sql.exec("delete from waiting where job_id = ?", row.job_id);
    this.sql.exec(
      "insert into running values (?, ?, ?, ?, ?, ?, ?, ?)",
      row.job_id,
      accountId,
      tier,
      row.place,
      row.tries + 1,
      session,
      turn,
      leaseUntil,
    );
    this.sql.exec(
      "update lines set jobs = jobs - 1, turn = ? where tier = ? and account_id = ?",
      turn,
      tier,
      accountId,
    );
    this.refresh(accountId);
    return toGrant({ ...row, tries: row.tries + 1, session, turn });
  }

  /** The slot is free; the job has ended. False when the grant is not the job's current one. */
  finish(grant: Grant): boolean {
    return this.leave(grant) !== null;
  }

  /** The slot is free; the job waits again at its old place, at once or from `due` (Unix ms) on. */
  again(grant: Grant, due: number | null): boolean {
    const row = this.leave(grant);
    if (!row) return false;
    if (due === null) this.wait({ ...row, tries: row.tries - 1 });
    else {
      this.sql.exec(
        "insert into resting values (?, ?, ?, ?, ?, ?)",
        row.job_id,
        row.account_id,
        row.tier,
        row.place,
        row.tries,
        due,
      );
    }
    return true;
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
    this.sql.exec(
      "update lines set jobs = jobs - 1 where tier = ? and account_id = ?",
      row.tier,
      row.account_id,
    );
    this.refresh(row.account_id);
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
    this.sql.exec(
      "insert into waiting values (?, ?, ?, ?, ?)",
      row.job_id,
      row.account_id,
      row.tier,
      row.place,
      row.tries,
    );
    this.sql.exec(
      `insert into lines values (?, ?, 1, ?, 0)
        on conflict (tier, account_id) do update set jobs = jobs + 1`,
      row.tier,
      row.account_id,
      this.count("turn"),
    );
    this.refresh(row.account_id);
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

  /** Whether each of the account's lines may be granted a slot: concurrency counts all of its running jobs. */
  private refresh(accountId: string): void {
    this.sql.exec(
      `update lines set ready = (select count(*) from running where account_id = ?1) < case tier ${MOST_AT_ONCE} end
        where tier in ${EVERY_TIER} and account_id = ?1`,
      accountId,
    );
    this.sql.exec(`delete from lines where tier in ${EVERY_TIER} and account_id = ? and jobs = 0`, accountId);
  }

  private nextLine(): { tier: Tier; accountId: string } | null {
    const now = this.counter("now");
    let best: { tier: Tier; accountId: string; pass: number } | null = null;
    for (const tier of BY_PRIORITY) {
      const [line] = this.sql.exec<{ account_id: string }>(
        "select account_id from lines where tier = ? and ready = 1 order by turn limit 1",
        tier,
      );
      const pass = this.passOf(tier, line !== undefined, now);
      if (line && (!best || pass < best.pass)) best = { tier, accountId: line.account_id, pass };
    }
    if (!best) return null;
    this.setCounter("now", best.pass);
    const stride = HIGHEST / PLANS[best.tier].queuePriority;
    this.sql.exec("update shares set pass = ? where tier = ?", best.pass + stride, best.tier);
    return best;
  }

  /** The tier's pass; one that had nobody ready before is moved up to where the others are. */
  private passOf(tier: Tier, active: boolean, now: number): number {
    const [share] = this.sql.exec<{ pass: number; active: number }>(
      "select * from shares where tier = ?",
      tier,
    );
    const wasActive = share?.active === 1;
    const pass = active && !wasActive ? Math.max(share?.pass ?? 0, now) : (share?.pass ?? 0);
    if (active !== wasActive) {
      this.sql.exec("insert or replace into shares values (?, ?, ?)", tier, pass, active ? 1 : 0);
    }
    return pass;
  }

  private counter(name: string): number {
    const [row] = this.sql.exec<{ value: number }>("select value from counters where name = ?", name);
    return row?.value ?? 0;
  }

  private setCounter(name: string, value: number): void {
    this.sql.exec("insert or replace into counters values (?, ?)", name, value);
  }

  private count(name: string): number {
    const value = this.counter(name) + 1;
    this.setCounter(name, value);
    return value;
  }
}
