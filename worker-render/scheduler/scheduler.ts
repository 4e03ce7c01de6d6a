/** The scheduler: hands the line's jobs to free slots, and recovers what an eviction or a lost browser left. */
import { DurableObject } from "cloudflare:workers";
import { JOB_ERRORS } from "#contract/errors.ts";
import type { RendererHealth, SchedulerCalls, SchedulerStatus } from "#contract/job/scheduling.ts";
import { isFinal } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import { errorText } from "#log/error-text.ts";
import { log } from "#log/log.ts";
import { openDb } from "#store/db.ts";
import { fail } from "#store/jobs/jobs.ts";
import { isHeld, type LeasedJob, readLeases, requeueExpired } from "#store/jobs/leases.ts";
import { within } from "../fault/budget.ts";
import type { Outcome } from "../job/outcome.ts";
import { Breaker } from "./breaker.ts";
import { type Entry, type Grant, Line } from "./queue.ts";
import { RecentRenderings } from "./renderer-health.ts";
import { Watchers } from "./watchers.ts";

/** A grant is looked at again after this time: longer than an attempt, so that it only ends what was lost. */
const LEASE_MS = LIMITS.renderBudgetMs * 2 + 5_000;
/** Pause after which a lost grant is looked at, when nothing more is known of it. */
const LOOK_AGAIN_MS = 2_000;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** While jobs render, the alarm rings at least this often: it wakes an object that was evicted or restarted meanwhile. */
const HEARTBEAT_MS = 10_000;
/** Longest wait for an empty page to be printed, a browser's start included. */
const PROBE_TIMEOUT_MS = 20_000;
/** A fault is looked at again after this time. */
const PROBE_AGAIN_MS = 15_000;
/** A job that has lost as many browsers gets one of its own: the next loss is its own doing. */
const ISOLATED_FROM = 2;
/** An account whose job has lost a browser of its own keeps its next jobs away from others for this long. */
const SUSPICION_MS = 10 * 60_000;
/** Jobs that are given up in one go. */
const GIVE_UP_BATCH = 100;
/** Since when no browser can be started, Unix ms: kept, so that an eviction does not begin that time again. */
const DOWN_SINCE = "downSince";

/** Pause before attempt `tries` + 1: doubles each time, up to a half of it at random so that faults do not come back in step. */
function backoffMs(tries: number): number {
  const full = Math.min(FIRST_BACKOFF_MS * 2 ** (tries - 1), MAX_BACKOFF_MS);
  return full * (1 - Math.random() / 2);
}

export class Scheduler extends DurableObject<Env> implements SchedulerCalls {
  private readonly line: Line;
  private readonly watchers = new Watchers();
  /** Turns that this instance waits for; what SQLite knows beyond them was lost with an earlier instance. */
  private readonly mine = new Set<number>();
  private readonly breaker = new Breaker(this.sessions());
  private readonly recent = new RecentRenderings();
  /** By account: until when its jobs get browsers of their own, Unix ms. */
  private readonly suspects = new Map<string, number>();
  private probing: Promise<void> | null = null;
  private alarmAt: number | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.line = new Line(ctx.storage.sql);
    const { waiting, running } = this.line.counts();
    if (waiting + running > 0) this.ctx.blockConcurrencyWhile(() => this.wakeAt(Date.now()));
  }

  /** Takes jobs into the line. Those that it knows already keep their place. */
  async offer(entries: Entry[]): Promise<void> {
    this.line.offer(entries);
    await this.fill();
  }

  async drop(jobId: string): Promise<void> {
    this.line.drop(jobId);
    this.watchers.tell(jobId, null);
  }

  settled(jobId: string, waitMs: number): Promise<string | null> {
    return this.watchers.watch(jobId, waitMs);
  }

  async status(): Promise<SchedulerStatus> {
    return { ...this.line.counts(), slots: this.sessions().length * this.tabs() };
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
    const lost = this.line.running().filter(({ turn }) => !this.mine.has(turn));
    const overdue = this.line.overdue(now).filter(({ turn }) => this.mine.has(turn));
    await this.recover([...lost, ...overdue]);
    await this.giveUp();
    this.line.wake(Date.now());
    await this.fill();
  }

  private sessions(): string[] {
    return Array.from({ length: Number(this.env.BROWSERS) }, (_, index) => `browser-${index}`);
  }

  private tabs(): number {
    return Number(this.env.TABS_PER_BROWSER);
  }

  /** Grants every free slot. Browsers are filled one after the other, so that few have to be open. */
  private async fill(): Promise<void> {
    const now = Date.now();
    for (const session of this.sessions()) {
      if (this.breaker.pauses(session, now)) continue;
      for (let free = this.tabs() - this.line.load(session); free > 0; free--) {
        const grant = this.line.grant(session, now + LEASE_MS);
        if (!grant) break;
        this.mine.add(grant.turn);
        this.ctx.waitUntil(this.run(grant));
      }
    }
    const due = this.line.nextDue();
    const { waiting } = this.line.counts();
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
    const { jobId, accountId, session, turn, losses } = grant;
    const isolated = losses >= ISOLATED_FROM || (this.suspects.get(accountId) ?? 0) > Date.now();
    try {
      using outcome = await this.env.RENDER_BROWSERS.getByName(session).render(jobId, losses, isolated);
      this.note(session, outcome);
      this.settle(grant, outcome);
    } catch (error) {
      log.error("A browser object has not answered for a job.", { jobId, session, error });
      this.recent.note("session_lost", Date.now());
      this.mine.delete(turn);
      await this.recover([grant]);
    }
    this.mine.delete(turn);
    await this.fill();
  }

  /** Learns from an outcome whether browsers start and render. */
  private note(session: string, outcome: Outcome): void {
    const now = Date.now();
    if (outcome.kind === "busy") {
      this.noteBusy(session, outcome.reason, now);
      return;
    }
    this.recovered(session);
    const isOurs =
      outcome.kind === "lost" || (outcome.kind === "again" && outcome.reason === "service_unavailable");
    this.recent.note(isOurs ? outcome.reason : null, now);
  }

  private recovered(session: string): void {
    if (this.breaker.isOpen) log.warn("Browsers start again.", { event: "browsers_available", session });
    this.breaker.succeed(session);
    this.ctx.storage.kv.delete(DOWN_SINCE);
  }

  private noteBusy(session: string, reason: string, now: number): void {
    if (!this.breaker.fail(session, now)) return;
    log.error("A browser object gets no jobs for a while.", {
      event: "browser_unavailable",
      session,
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
        // A grant that was taken back meanwhile says nothing: its job goes on under another one.
        if (this.line.finish(grant)) {
          this.watchers.tell(grant.jobId, outcome.kind === "completed" ? outcome.row : null);
        }
        return;
      case "again":
        this.line.again(grant, Date.now() + backoffMs(grant.tries));
        return;
      case "lost":
        if (grant.losses >= ISOLATED_FROM) this.suspect(grant.accountId);
        this.line.putBack(grant, 1);
        return;
      case "busy":
        this.line.putBack(grant);
    }
  }

  private suspect(accountId: string): void {
    const now = Date.now();
    for (const [account, until] of this.suspects) if (until <= now) this.suspects.delete(account);
    this.suspects.set(accountId, now + SUSPICION_MS);
  }

  private async probe(): Promise<void> {
    const [session = ""] = this.sessions();
    const probe = this.env.RENDER_BROWSERS.getByName(session).probe();
    const fault = await within(probe, PROBE_TIMEOUT_MS, () => "silent").catch(errorText);
    this.recent.note(fault, Date.now());
    if (fault === null) this.recovered(session);
  }

  /** Ends jobs that have waited for the told time while no browser could be started. Their credits go back. */
  private async giveUp(): Promise<void> {
    const before = Date.now() - LIMITS.noBrowserMinutes * 60_000;
    const downSince = this.ctx.storage.kv.get<number>(DOWN_SINCE);
    if (downSince === undefined || downSince > before) return;
    try {
      const db = openDb(this.env.DB);
      const { message } = JOB_ERRORS.service_unavailable;
      const reason = { code: "service_unavailable", stage: "queued", message } as const;
      for (const job of await readLeases(db, this.line.waiting(GIVE_UP_BATCH))) {
        if (job.status === "pending" && job.createdAt > before) continue;
        await fail(db, { id: job.id }, Date.now(), reason);
        await this.drop(job.id);
      }
    } catch (error) {
      log.error("Waiting jobs could not be ended.", { event: "give_up_failed", error });
    }
  }

  /** Finds out what became of grants that nobody reports on any more; D1 says how far the job is. */
  private async recover(grants: Grant[]): Promise<void> {
    if (grants.length === 0) return;
    try {
      const db = openDb(this.env.DB);
      const rows = await readLeases(
        db,
        grants.map(({ jobId }) => jobId),
      );
      const held = await this.heldJobs(grants);
      for (const grant of grants) {
        const row = rows.find(({ id }) => id === grant.jobId);
        await this.recoverOne(grant, row, held.has(grant.jobId));
      }
    } catch (error) {
      log.error("Lost jobs could not be recovered yet.", { jobs: grants.map(({ jobId }) => jobId), error });
      for (const grant of grants) this.line.extend(grant, Date.now() + LOOK_AGAIN_MS);
    }
  }

  private async recoverOne(grant: Grant, row: LeasedJob | undefined, isRendering: boolean): Promise<void> {
    const now = Date.now();
    if (!row || isFinal(row.status)) return this.settle(grant, { kind: "final" });
    if (row.status === "pending") {
      if (isRendering) this.line.extend(grant, now + LEASE_MS);
      else this.settle(grant, { kind: "again", reason: "lease_lost" });
      return;
    }
    if (isRendering && isHeld(row, now))
      return this.line.extend(grant, (row.leaseUntil ?? now) + LOOK_AGAIN_MS);
    const back = await requeueExpired(openDb(this.env.DB), row, now, grant.losses);
    if (back === null) this.line.extend(grant, now + LOOK_AGAIN_MS);
    else if (back === "failed") this.settle(grant, { kind: "final" });
    else this.settle(grant, { kind: "again", reason: "lease_lost" });
  }

  /** A browser object that does not answer holds nothing that could still be completed. */
  private async heldJobs(grants: Grant[]): Promise<Set<string>> {
    const sessions = [...new Set(grants.map(({ session }) => session))];
    const held = await Promise.allSettled(
      sessions.map((session) => this.env.RENDER_BROWSERS.getByName(session).rendering()),
    );
    return new Set(held.flatMap((response) => (response.status === "fulfilled" ? response.value : [])));
  }
}
