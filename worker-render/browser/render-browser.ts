/** One browser: a Durable Object that keeps its DevTools connection open and renders jobs side by side. */
import { DurableObject } from "cloudflare:workers";
import { JobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import { log } from "#log/log.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { BrowserLost } from "../fault/browser-lost.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import { guardPolicy } from "../guard/policy.ts";
import { attempt } from "../job/attempt.ts";
import type { Outcome } from "../job/outcome.ts";
import { render } from "../job/render.ts";
import { acquireBrowser, connectBrowser, endSession, NoRoom, type RemoteBrowser } from "./acquire.ts";
import type { BrowserCalls } from "./browser-calls.ts";
import { Engine } from "./engine.ts";
import { probe } from "./probe.ts";

/** Sessions are kept under their ids, so that an evicted object finds its browsers again. */
const SESSION_PREFIX = "session:";

/** As much sooner than its time an idle browser may be closed. */
const MOVE_MS = 5_000;
/** A browser without jobs for this long is asked whether it answers before it gets one. */
const STALE_MS = 5_000;
/** Longest wait for room for a second browser; without one, a job that has lost a browser shares the first. */
const ISOLATION_TIMEOUT_MS = 3_000;

export class RenderBrowser extends DurableObject<Env> implements BrowserCalls {
  private engine: Promise<Engine> | null = null;
  private readonly policy = guardPolicy(this.env);
  private readonly held = new Set<string>();
  /** Sessions of this instance; what storage knows beyond them was left by an earlier one. */
  private readonly mine = new Set<string>();
  /** When the alarm was last moved, Unix ms. */
  private movedAt = 0;

  async rendering(): Promise<string[]> {
    return [...this.held];
  }

  async probe(): Promise<string | null> {
    try {
      const engine = await this.ready();
      await probe(engine.begin(() => this.ended(engine)));
      return null;
    } catch (error) {
      return error instanceof BrowserLost ? error.reason : startFault(error);
    }
  }

  async render(jobId: string, losses: number, isolated: boolean): Promise<Outcome> {
    this.held.add(jobId);
    try {
      const own = isolated ? await this.startIsolated() : null;
      const engine = own ?? (await this.ready().catch(startFault));
      if (typeof engine === "string") return { kind: "busy", reason: engine };
      const outcome = await attempt(this.env, jobId, losses, {
        produce: (job, journal) => this.produce(engine, job, journal),
        isAlive: () => engine.isAlive(),
      });
      const { reason } = { reason: "", ...outcome };
      if (reason === "page_crashed" || reason === "capture_failed") engine.retire(reason);
      if (own) this.ctx.waitUntil(own.close("isolated"));
      return outcome;
    } finally {
      this.held.delete(jobId);
    }
  }

  /** Nothing has come for a while: the browser is closed, since an open one costs money. */
  override async alarm(): Promise<void> {
    this.movedAt = 0;
    // A job that has just come may not have reached its browser yet.
    if (this.held.size > 0) return this.closeLater();
    const engine = await this.engine?.catch(() => null);
    this.engine = null;
    await engine?.close("idle");
    for (const sessionId of await this.leftSessions()) {
      await endSession(this.env.BROWSER, sessionId);
      await this.forget(sessionId);
    }
  }

  private async produce(engine: Engine, job: JobRow, journal: Journal): Promise<Rendered> {
    const options = JobOptions.parse(JSON.parse(job.options));
    const tabs = engine.begin(() => this.ended(engine));
    try {
      const task = { jobId: job.id, url: job.url, options, tier: job.tier };
      return await within(render(tabs, task, journal), LIMITS.renderBudgetMs, () => {
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

  /** Each move is a write: one every few seconds is enough. */
  private async closeLater(): Promise<void> {
    if (Date.now() - this.movedAt < MOVE_MS) return;
    this.movedAt = Date.now();
    await this.ctx.storage.setAlarm(Date.now() + Number(this.env.BROWSER_IDLE_SECONDS) * 1_000);
  }

  /** The browser in use, or a new one where that is spent, gone or was never there. */
  private async ready(): Promise<Engine> {
    const before = this.engine;
    const engine = await before?.catch(() => null);
    if (engine?.usable && (engine.idleMs < STALE_MS || (await engine.isAlive()))) return engine;
    // Another job may have started the next one meanwhile.
    if (this.engine === before || !this.engine) this.engine = this.start();
    return this.engine;
  }

  private async start(): Promise<Engine> {
    return (await this.takeOver()) ?? this.open(await acquireBrowser(this.env));
  }

  /** A browser of its own for a job that may be what its last browser was lost by; null where there is none to be had. */
  private async startIsolated(): Promise<Engine | null> {
    try {
      return await this.open(await acquireBrowser(this.env, { roomMs: ISOLATION_TIMEOUT_MS }));
    } catch {
      return null;
    }
  }

  /** The browser that this object had before it was evicted, if it still answers. Others that were left are ended. */
  private async takeOver(): Promise<Engine | null> {
    let kept: Engine | null = null;
    for (const sessionId of await this.leftSessions()) {
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
    this.mine.add(sessionId);
    await Promise.all([this.ctx.storage.put(SESSION_PREFIX + sessionId, Date.now()), this.closeLater()]);
    return Engine.start(remote, this.policy, () => this.ctx.waitUntil(this.forget(sessionId)));
  }

  private async leftSessions(): Promise<string[]> {
    const kept = await this.ctx.storage.list({ prefix: SESSION_PREFIX });
    const ids = [...kept.keys()].map((key) => key.slice(SESSION_PREFIX.length));
    return ids.filter((id) => !this.mine.has(id));
  }

  private async forget(sessionId: string): Promise<void> {
    this.mine.delete(sessionId);
    await this.ctx.storage.delete(SESSION_PREFIX + sessionId);
  }
}

/** Why no browser could be had, in a word; the log has the rest. */
function startFault(error: unknown): "no_room" | "browser_start_failed" {
  const reason = error instanceof NoRoom ? "no_room" : "browser_start_failed";
  log.error("No browser is to be had.", { event: reason, error });
  return reason;
}
