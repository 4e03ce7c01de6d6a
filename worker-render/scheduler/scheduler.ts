/** The Scheduler: grants free slots to waiting jobs, and recovers jobs after an eviction or the loss of a browser. */
import { DurableObject } from "cloudflare:workers";
import { JOB_ERRORS } from "#contract/errors.ts";
import type { RendererHealth, SchedulerCalls, SchedulerStatus } from "#contract/job/scheduling.ts";
import { isFinal } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import { errorText } from "#log/error-text.ts";
import { log } from "#log/log.ts";
import { recordEnd } from "#metrics/record-end.ts";
import { fail } from "#store/jobs/jobs.ts";
import { isHeld, type LeasedJob, readLeases, requeueExpired } from "#store/jobs/leases.ts";
import { dbOfId } from "#store/shards.ts";
import { within } from "../fault/budget.ts";
import type { Outcome } from "../job/outcome.ts";
import { Breaker } from "./breaker.ts";
import { type Entry, type Grant, JobQueue } from "./queue.ts";
import { RecentRenderings } from "./renderer-health.ts";
import { Watchers } from "./watchers.ts";

/** Lease of a grant. It is longer than any attempt, so that only lost jobs reach its end. */
const LEASE_MS = LIMITS.renderBudgetMs * 2 + 5_000;
/** Pause before the state of a lost grant is checked again. */
const CHECK_AGAIN_MS = 2_000;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** Longest time between two alarms while jobs render: an alarm also starts the object after an eviction or a restart. */
const HEARTBEAT_MS = 10_000;
/** Longest wait for the print of an empty page, including the start of a browser. */
const PROBE_TIMEOUT_MS = 20_000;
/** While the renderer is not ok, a health check probes it again after this time. */
const PROBE_AGAIN_MS = 15_000;
/** A job that has lost this many browsers is rendered in a browser of its own. If that one is lost too, the job caused it. */
const ISOLATED_FROM = 2;
/** After a job has lost a browser of its own, its account's jobs are rendered apart from other accounts for this long. */
const SUSPICION_MS = 10 * 60_000;
/** Most jobs that one alarm ends. */
const GIVE_UP_BATCH = 100;
/** Storage key: since when no browser can be started, Unix ms. Stored, so that an eviction does not restart the clock. */
const DOWN_SINCE = "downSince";

/** Pause before attempt `tries` + 1. It doubles each time; up to half of it is random, so that retries do not coincide. */
function backoffMs(tries: number): number {
  const full = Math.min(FIRST_BACKOFF_MS * 2 ** (tries - 1), MAX_BACKOFF_MS);
  return full * (1 - Math.random() / 2);
}

export class Scheduler extends DurableObject<Env> implements SchedulerCalls {
  private readonly queue: JobQueue;
  private readonly watchers = new Watchers();
  /** Ids of the grants that this instance waits for. Other running grants in SQLite were lost with an earlier instance. */
  private readonly ownGrants = new Set<number>();
  private readonly breaker = new Breaker(this.browsers());
  private readonly recent = new RecentRenderings();
  /** By account id: until when its jobs get browsers of their own, Unix ms. */
  private readonly suspects = new Map<string, number>();
  private probing: Promise<void> | null = null;
  private alarmAt: number | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.queue = new JobQueue(ctx.storage.sql);
    const { waiting, running } = this.queue.counts();
    if (waiting + running > 0) this.ctx.blockConcurrencyWhile(() => this.wakeAt(Date.now()));
  }

  /** Adds jobs to the queue. A job that is in it already keeps its place. */
  async enqueue(entries: Entry[]): Promise<void> {
    this.queue.enqueue(entries);
    await this.fill();
  }

  async drop(jobId: string): Promise<void> {
    this.queue.drop(jobId);
    this.watchers.report(jobId, null);
  }

  settled(jobId: string, accountId: string, waitMs: number): Promise<string | null> {
    return this.watchers.watch(jobId, accountId, waitMs);
  }

  async status(): Promise<SchedulerStatus> {
    const now = Date.now();
    const browsers = this.browsers().map((name) => ({
      name,
      running: this.queue.load(name),
      paused: this.breaker.pauses(name, now),
    }));
    return { ...this.queue.counts(), slots: browsers.length * this.tabs(), browsers };
  }

  async health(): Promise<RendererHealth> {
    const known = this.recent.health(Date.now());
    const isFresh = known?.state === "ok" || this.recent.notedAt > Date.now() - PROBE_AGAIN_MS;
    if (!known || !isFresh) {
      this.probing ??= this.probe().finally(() => {
        this.probing = null;
      });
      await this.probing;
    }
    const { state, reason } = this.recent.health(Date.now()) ?? { state: "down", reason: null };
    return { state: this.breaker.isOpen ? "down" : state, reason };
  }

  override async alarm(): Promise<void> {
    this.alarmAt = null;
    const now = Date.now();
    const lost = this.queue.running().filter(({ grantId }) => !this.ownGrants.has(grantId));
    const overdue = this.queue.overdue(now).filter(({ grantId }) => this.ownGrants.has(grantId));
    await this.recover([...lost, ...overdue]);
    await this.giveUp();
    this.queue.wake(Date.now());
    await this.fill();
  }

  /** Names of the browser objects. */
  private browsers(): string[] {
    return Array.from({ length: Number(this.env.BROWSERS) }, (_, index) => `browser-${index}`);
  }

  private tabs(): number {
    return Number(this.env.TABS_PER_BROWSER);
  }

  /** Grants every free slot. Fills one browser after the other, so that as few as possible are open. */
  private async fill(): Promise<void> {
    const now = Date.now();
    for (const browser of this.browsers()) {
      if (this.breaker.pauses(browser, now)) continue;
      for (let free = this.tabs() - this.queue.load(browser); free > 0; free--) {
        const grant = this.queue.grant(browser, now + LEASE_MS);
        if (!grant) break;
        this.ownGrants.add(grant.grantId);
        this.ctx.waitUntil(this.run(grant));
      }
    }
    const due = this.queue.nextDue();
    const { waiting } = this.queue.counts();
    const retry = waiting > 0 ? this.breaker.nextTry(now) : null;
    const times = [due, due === null ? null : now + HEARTBEAT_MS, retry].filter((time) => time !== null);
    if (times.length > 0) await this.wakeAt(Math.min(...times));
  }

  private async wakeAt(at: number): Promise<void> {
    if (this.alarmAt !== null && this.alarmAt <= at) return;
    this.alarmAt = at;
    await this.ctx.storage.setAlarm(at);
  }

  private async run(grant: Grant): Promise<void> {
    const { jobId, accountId, browser, grantId, losses, waitingSince } = grant;
    const isolated = losses >= ISOLATED_FROM || (this.suspects.get(accountId) ?? 0) > Date.now();
    try {
      const renderer = this.env.RENDER_BROWSERS.getByName(browser);
      using outcome = await renderer.render(jobId, losses, isolated, waitingSince);
      this.note(browser, outcome);
      this.settle(grant, outcome);
    } catch (error) {
      log.error("A browser object failed during a job.", { jobId, session: browser, error });
      this.recent.note("session_lost", Date.now());
      this.ownGrants.delete(grantId);
      await this.recover([grant]);
    }
    this.ownGrants.delete(grantId);
    await this.fill();
  }

  /** Updates the breaker and the renderer's health from an outcome. */
  private note(browser: string, outcome: Outcome): void {
    const now = Date.now();
    if (outcome.kind === "busy") {
      this.noteBusy(browser, outcome.reason, now);
      return;
    }
    this.noteStarted(browser);
    const isOurs =
      outcome.kind === "lost" || (outcome.kind === "again" && outcome.reason === "service_unavailable");
    this.recent.note(isOurs ? outcome.reason : null, now);
  }

  private noteStarted(browser: string): void {
    if (this.breaker.isOpen)
      log.warn("Browsers start again.", { event: "browsers_available", session: browser });
    this.breaker.succeed(browser);
    this.ctx.storage.kv.delete(DOWN_SINCE);
  }

  private noteBusy(browser: string, reason: string, now: number): void {
    if (!this.breaker.fail(browser, now)) return;
    log.error("A browser object gets no jobs for a while.", {
      event: "browser_unavailable",
      session: browser,
      reason,
    });
    this.recent.note(reason, now);
    const { kv } = this.ctx.storage;
    if (this.breaker.isOpen && kv.get(DOWN_SINCE) === undefined) kv.put(DOWN_SINCE, now);
  }

  private settle(grant: Grant, outcome: Outcome): void {
    switch (outcome.kind) {
      case "completed":
      case "final":
        // A grant that is no longer current reports nothing: its job continues under another grant.
        if (this.queue.finish(grant)) {
          this.watchers.report(grant.jobId, outcome.kind === "completed" ? outcome.row : null);
        }
        return;
      case "again":
        this.queue.retry(grant, Date.now() + backoffMs(grant.tries));
        return;
      case "lost":
        if (grant.losses >= ISOLATED_FROM) this.suspect(grant.accountId);
        this.queue.putBack(grant, 1);
        return;
      case "busy":
        this.queue.putBack(grant);
    }
  }

  private suspect(accountId: string): void {
    const now = Date.now();
    for (const [account, until] of this.suspects) if (until <= now) this.suspects.delete(account);
    this.suspects.set(accountId, now + SUSPICION_MS);
  }

  private async probe(): Promise<void> {
    const [browser = ""] = this.browsers();
    const probe = this.env.RENDER_BROWSERS.getByName(browser).probe();
    const fault = await within(probe, PROBE_TIMEOUT_MS, () => "silent").catch(errorText);
    this.recent.note(fault, Date.now());
    if (fault === null) this.noteStarted(browser);
  }

  /** While no browser can be started: fails jobs that have waited for `LIMITS.noBrowserMinutes`, and refunds their credits. */
  private async giveUp(): Promise<void> {
    const before = Date.now() - LIMITS.noBrowserMinutes * 60_000;
    const downSince = this.ctx.storage.kv.get<number>(DOWN_SINCE);
    if (downSince === undefined || downSince > before) return;
    try {
      const { message } = JOB_ERRORS.service_unavailable;
      const reason = { code: "service_unavailable", stage: "queued", message } as const;
      for (const job of await this.readLeases(this.queue.waiting(GIVE_UP_BATCH))) {
        if (job.status === "pending" && job.createdAt > before) continue;
        const now = Date.now();
        const won = await fail(dbOfId(this.env, job.id), { id: job.id }, now, reason);
        if (won) recordEnd(this.env.METRICS, job, { outcome: "failed", ...reason }, now);
        await this.drop(job.id);
      }
    } catch (error) {
      log.error("Waiting jobs could not be ended.", { event: "give_up_failed", error });
    }
  }

  /** Finds out what became of grants whose outcome will not arrive. D1 has the state of the job. */
  private async recover(grants: Grant[]): Promise<void> {
    if (grants.length === 0) return;
    try {
      const rows = await this.readLeases(grants.map(({ jobId }) => jobId));
      const held = await this.heldJobs(grants);
      for (const grant of grants) {
        const row = rows.find(({ id }) => id === grant.jobId);
        await this.recoverOne(grant, row, held.has(grant.jobId));
      }
    } catch (error) {
      log.error("Lost jobs could not be recovered yet.", { jobs: grants.map(({ jobId }) => jobId), error });
      for (const grant of grants) this.queue.extend(grant, Date.now() + CHECK_AGAIN_MS);
    }
  }

  private async recoverOne(grant: Grant, row: LeasedJob | undefined, isRendering: boolean): Promise<void> {
    const now = Date.now();
    if (!row || isFinal(row.status)) return this.settle(grant, { kind: "final" });
    if (row.status === "pending") {
      if (isRendering) this.queue.extend(grant, now + LEASE_MS);
      else this.settle(grant, { kind: "again", reason: "lease_lost" });
      return;
    }
    if (isRendering && isHeld(row, now))
      return this.queue.extend(grant, (row.leaseUntil ?? now) + CHECK_AGAIN_MS);
    const back = await requeueExpired(dbOfId(this.env, row.id), row, now, grant.losses);
    if (back === null) this.queue.extend(grant, now + CHECK_AGAIN_MS);
    else if (back === "failed") {
      const { stage } = row;
      recordEnd(this.env.METRICS, row, { outcome: "failed", code: "service_unavailable", stage }, now);
      this.settle(grant, { kind: "final" });
    } else this.settle(grant, { kind: "again", reason: "lease_lost" });
  }

  /** Rows of the jobs, from the database of each. */
  private async readLeases(jobIds: readonly string[]): Promise<LeasedJob[]> {
    const byDatabase = Map.groupBy(jobIds, (id) => dbOfId(this.env, id));
    const rows = await Promise.all([...byDatabase].map(([db, ids]) => readLeases(db, ids)));
    return rows.flat();
  }

  /** Ids of the jobs that the browsers still render. A browser object that does not respond renders no job. */
  private async heldJobs(grants: Grant[]): Promise<Set<string>> {
    const browsers = [...new Set(grants.map(({ browser }) => browser))];
    const held = await Promise.allSettled(
      browsers.map((browser) => this.env.RENDER_BROWSERS.getByName(browser).rendering()),
    );
    return new Set(held.flatMap((response) => (response.status === "fulfilled" ? response.value : [])));
  }
}
