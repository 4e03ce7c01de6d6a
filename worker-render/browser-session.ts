/** One browser: a Durable Object that keeps its DevTools connection open and renders jobs side by side. */
import { DurableObject } from "cloudflare:workers";
import type { JobOptions } from "#contract/job-request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { JobRow } from "#store/jobs.ts";
import { attempt } from "./attempt.ts";
import { acquireBrowser, NoRoom } from "./browser/acquire.ts";
import { connect } from "./browser/devtools.ts";
import { Engine } from "./browser/engine.ts";
import { type Journal, within } from "./budget.ts";
import { guardPolicy } from "./guard/policy.ts";
import { PageFault } from "./page-fault.ts";
import { render } from "./render.ts";
import type { Rendered } from "./rendered.ts";
import type { Outcome, SessionCalls } from "./session-calls.ts";

/** Where the session's id is kept, so that an evicted object finds its browser again. */
const SESSION_KEY = "sessionId";

/** As much sooner than its time an idle browser may be closed. */
const MOVE_MS = 5_000;

export class BrowserSession extends DurableObject<Env> implements SessionCalls {
  private engine: Promise<Engine> | null = null;
  private readonly policy = guardPolicy(this.env);
  private readonly held = new Set<string>();
  /** When the alarm was last moved, Unix ms. */
  private movedAt = 0;

  async rendering(): Promise<string[]> {
    return [...this.held];
  }

  async render(jobId: string): Promise<Outcome> {
    this.held.add(jobId);
    try {
      const engine = await this.ready().catch((error: unknown) => ({ error }));
      if ("error" in engine && engine.error instanceof NoRoom) return { kind: "busy" };
      return await attempt(this.env, jobId, (job, journal) => {
        if ("error" in engine) throw engine.error;
        return this.produce(engine, job, journal);
      });
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
    const sessionId = await this.ctx.storage.get<string>(SESSION_KEY);
    await this.ctx.storage.delete(SESSION_KEY);
    if (engine) await engine.close();
    else if (sessionId) await (await this.reconnect(sessionId))?.close();
  }

  private async produce(engine: Engine, job: JobRow, journal: Journal): Promise<Rendered> {
    const options: JobOptions = JSON.parse(job.options);
    const tabs = engine.begin(() => this.ended(engine));
    try {
      const task = { jobId: job.id, url: job.url, options, tier: job.tier };
      return await within(render(tabs, task, journal), LIMITS.renderBudgetMs, () => {
        throw new PageFault("page_timeout", journal.stage);
      });
    } catch (error) {
      if (!(error instanceof PageFault)) engine.retire();
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
    if (engine?.usable) return engine;
    // Whoever came first has started the next one meanwhile.
    if (this.engine === before || !this.engine) this.engine = this.start(engine !== undefined);
    return this.engine;
  }

  private async start(anew: boolean): Promise<Engine> {
    const known = anew ? undefined : await this.ctx.storage.get<string>(SESSION_KEY);
    const kept = known ? await this.reconnect(known) : null;
    if (kept) return kept;
    const { connection, sessionId } = await acquireBrowser(this.env);
    await Promise.all([this.ctx.storage.put(SESSION_KEY, sessionId), this.closeLater()]);
    return Engine.start(connection, this.policy);
  }

  /** The browser that this object had before it was evicted, if it still runs. */
  private async reconnect(sessionId: string): Promise<Engine | null> {
    try {
      return await Engine.start(await connect(this.env.BROWSER, sessionId), this.policy);
    } catch {
      return null;
    }
  }
}
