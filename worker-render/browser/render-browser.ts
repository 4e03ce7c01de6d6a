/** Durable Object of one browser. It keeps the DevTools connection open and renders several jobs at once. */
import { DurableObject } from "cloudflare:workers";
import { TEST_MARK } from "#contract/api-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { log } from "#log/log.ts";
import { record } from "#metrics/record.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { BrowserLost } from "../fault/browser-lost.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import { GuardRefused } from "../guard/check-hold.ts";
import { guardPolicy } from "../guard/policy.ts";
import { attempt } from "../job/attempt.ts";
import { AttemptTrace } from "../job/attempt-trace.ts";
import { checkSite } from "../job/check-site.ts";
import { type Outcome, STORAGE_UNAVAILABLE } from "../job/outcome.ts";
import { readOptions } from "../job/read-options.ts";
import { readPage } from "../job/read-page.ts";
import { render } from "../job/render.ts";
import { ResultStorage } from "../job/result-storage.ts";
import { acquireBrowser, connectBrowser, endSession, NoRoom, type RemoteBrowser } from "./acquire.ts";
import type { BrowserCalls } from "./browser-calls.ts";
import { Engine } from "./engine.ts";
import { probe } from "./probe.ts";

/** Storage prefix of the ids of running browsers (Browser Run's session ids), so that an evicted object finds them again. */
const SESSION_PREFIX = "session:";

/** Shortest time between two moves of the alarm: an idle browser may be closed by this much too early. */
const MOVE_MS = 5_000;
/** After this time without jobs, a browser is checked before it gets one. */
const STALE_MS = 5_000;
/** Longest wait for room for a second browser. Without room, an isolated job shares the first. */
const ISOLATION_TIMEOUT_MS = 3_000;

export class RenderBrowser extends DurableObject<Env> implements BrowserCalls {
  private engine: Promise<Engine> | null = null;
  private readonly policy = guardPolicy(this.env);
  private readonly storage = new ResultStorage(this.env.RESULTS);
  /** Ids of the jobs in progress. */
  private readonly held = new Set<string>();
  /** Ids of this instance's browsers. Other ids in storage were left by an earlier instance. */
  private readonly ownIds = new Set<string>();
  /** When the alarm was last moved, Unix ms. */
  private movedAt = 0;

  async rendering(): Promise<string[]> {
    return [...this.held];
  }

  async probe(): Promise<string | null> {
    try {
      const engine = await this.ready();
      await probe(engine.begin(() => this.ended(engine)));
      return (await this.storage.accepts()) ? null : STORAGE_UNAVAILABLE;
    } catch (error) {
      return error instanceof BrowserLost ? error.reason : this.startFault(error);
    }
  }

  async render(jobId: string, losses: number, isolated: boolean, waitingSince: number): Promise<Outcome> {
    this.held.add(jobId);
    const grant = { waitingSince, grantedAt: Date.now(), browser: this.ctx.id.name ?? "" };
    const trace = new AttemptTrace(this.env, grant);
    try {
      const own = isolated ? await this.startIsolated() : null;
      const engine = own ?? (await this.ready().catch((error: unknown) => this.startFault(error)));
      if (typeof engine === "string") return { kind: "busy", reason: engine };
      const renderer = {
        produce: (job: JobRow, journal: Journal) => this.produce(engine, job, journal),
        isAlive: () => engine.isAlive(),
      };
      const outcome = await attempt(this.env, this.storage, jobId, losses, renderer, trace);
      const { reason } = { reason: "", ...outcome };
      if (reason === "page_crashed" || reason === "capture_failed") engine.retire(reason);
      if (own) this.ctx.waitUntil(own.close("isolated"));
      return outcome;
    } finally {
      this.held.delete(jobId);
      this.ctx.waitUntil(trace.send());
    }
  }

  /** Closes the browser after its idle time, because an open browser costs money. */
  override async alarm(): Promise<void> {
    this.movedAt = 0;
    // A job that has just arrived may not have begun in its browser yet.
    if (this.held.size > 0) return this.closeLater();
    const engine = await this.engine?.catch(() => null);
    this.engine = null;
    await engine?.close("idle");
    for (const sessionId of await this.leftIds()) {
      await endSession(this.env.BROWSER, sessionId);
      await this.forget(sessionId);
    }
  }

  private async produce(engine: Engine, job: JobRow, journal: Journal): Promise<Rendered> {
    const options = await readOptions(this.env, job);
    const page = await readPage(this.storage, job);
    const tabs = engine.begin(() => this.ended(engine));
    try {
      const { PDF: pdfService, RESULTS: bucket } = this.env;
      const mark = job.test ? TEST_MARK : null;
      const task = { jobId: job.id, ...page, options, tier: job.tier, mark, pdfService, bucket };
      const make = job.source === "check" ? checkSite : render;
      return await within(make(tabs, task, journal), LIMITS.renderBudgetMs, () => {
        throw new PageFault("page_timeout", journal.stage);
      });
    } catch (error) {
      if (!(error instanceof PageFault)) engine.retire("fault");
      tabs.done();
      throw error;
    }
  }

  private ended(engine: Engine): void {
    this.ctx.waitUntil(Promise.all([engine.end(Number(this.env.JOBS_PER_BROWSER)), this.closeLater()]));
  }

  /** Moves the alarm to the end of the idle time. Each move is a write to storage, so it is moved every few seconds only. */
  private async closeLater(): Promise<void> {
    if (Date.now() - this.movedAt < MOVE_MS) return;
    this.movedAt = Date.now();
    await this.ctx.storage.setAlarm(Date.now() + Number(this.env.BROWSER_IDLE_SECONDS) * 1_000);
  }

  /** The current browser if it is usable and responds, otherwise a new one. */
  private async ready(): Promise<Engine> {
    const before = this.engine;
    const engine = await before?.catch(() => null);
    if (engine?.usable && (engine.idleMs < STALE_MS || (await engine.isAlive()))) return engine;
    // Another job may have started the next browser meanwhile.
    if (this.engine === before || !this.engine) this.engine = this.start();
    return this.engine;
  }

  private async start(): Promise<Engine> {
    return (await this.takeOver()) ?? this.open(await acquireBrowser(this.env));
  }

  /** A browser of its own for a job that may have crashed other browsers; null when there is no room. */
  private async startIsolated(): Promise<Engine | null> {
    try {
      return await this.open(await acquireBrowser(this.env, { roomMs: ISOLATION_TIMEOUT_MS }));
    } catch {
      return null;
    }
  }

  /** The browser that an earlier instance left, if it still responds. Further ones are ended. */
  private async takeOver(): Promise<Engine | null> {
    let kept: Engine | null = null;
    for (const sessionId of await this.leftIds()) {
      if (kept) await endSession(this.env.BROWSER, sessionId);
      else kept = await this.reconnect(sessionId);
      if (kept?.sessionId !== sessionId) await this.forget(sessionId);
    }
    return kept;
  }

  private async reconnect(sessionId: string): Promise<Engine | null> {
    try {
      return await this.open(await connectBrowser(this.env.BROWSER, sessionId));
    } catch {
      return null;
    }
  }

  private async open(remote: RemoteBrowser): Promise<Engine> {
    const { sessionId } = remote;
    this.ownIds.add(sessionId);
    await Promise.all([this.ctx.storage.put(SESSION_PREFIX + sessionId, Date.now()), this.closeLater()]);
    return Engine.start(remote, this.policy, (retirement) => {
      if (retirement) this.recordBrowser("retired", retirement);
      this.ctx.waitUntil(this.forget(sessionId));
    });
  }

  /** Short reason why no browser could be started. Logs the error. */
  private startFault(error: unknown): "no_room" | "guard_refused" | "browser_start_failed" {
    const isRefused = error instanceof GuardRefused;
    const reason = error instanceof NoRoom ? "no_room" : isRefused ? "guard_refused" : "browser_start_failed";
    log.error("No browser could be started.", { event: reason, error });
    this.recordBrowser("not_started", { reason });
    return reason;
  }

  private recordBrowser(
    event: "retired" | "not_started",
    point: { reason: string; jobs?: number; ageMs?: number },
  ): void {
    record(this.env.METRICS, "browser", { event, ...point });
  }

  /** Ids of browsers that an earlier instance left. */
  private async leftIds(): Promise<string[]> {
    const kept = await this.ctx.storage.list({ prefix: SESSION_PREFIX });
    const ids = [...kept.keys()].map((key) => key.slice(SESSION_PREFIX.length));
    return ids.filter((id) => !this.ownIds.has(id));
  }

  private async forget(sessionId: string): Promise<void> {
    this.ownIds.delete(sessionId);
    await this.ctx.storage.delete(SESSION_PREFIX + sessionId);
  }
}
