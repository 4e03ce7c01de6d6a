/** One attempt at a job, from the claim to its end. Every step may be the last before a crash; the lease covers the rest. */
import { JOB_ERRORS, type JobErrorCode } from "#contract/errors.ts";
import type { JobStage } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import { log } from "#log/log.ts";
import { type Db, openDb } from "#store/db.ts";
import { advance, claim, complete, fail, type JobRow, release } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { BrowserLost } from "../fault/browser-lost.ts";
import { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import { fileName } from "./file-name.ts";
import type { Outcome } from "./outcome.ts";
import { storeResult } from "./store-result.ts";

/** Twice the budget: whoever still works on a job after that has lost it. */
export const LEASE_MS = LIMITS.renderBudgetMs * 2;

/** Stages are written this often at most: nobody looks more often, and a quick job writes none at all. */
const TELL_MS = 500;

/** Makes the job's file; notes each stage that it enters. Throws PageFault for faults of the page. */
export type Produce = (job: JobRow, journal: Journal) => Promise<Rendered>;

export interface Renderer {
  produce: Produce;
  /** Whether the browser answers. */
  isAlive(): Promise<boolean>;
}

/** Faults that a browser which hangs or dies would cause, too: the browser is asked before the page is blamed. */
const NEEDS_PROOF: ReadonlySet<JobErrorCode> = new Set([
  "page_timeout",
  "print_timeout",
  "page_crashed",
  "capture_failed",
]);

/** Faults that something outside the page may have caused once: they count as the page's after a second one in another browser. */
const NEEDS_REPEAT: ReadonlySet<JobErrorCode> = new Set(["page_crashed", "capture_failed"]);

/** Rejects only when D1 cannot record what became of the job; its lease then ends by itself. */
export async function attempt(
  env: Pick<Env, "DB" | "RESULTS">,
  jobId: string,
  losses: number,
  renderer: Renderer,
): Promise<Outcome> {
  const db = openDb(env.DB);
  const job = await claim(db, jobId, Date.now(), LEASE_MS);
  if (!job) return { kind: "final" };
  const stages = new Stages(db, job);
  const journal = new Journal((stage) => stages.enter(stage));
  try {
    const rendered = await renderer.produce(job, journal);
    journal.enter("storing");
    const completed = await store(env, db, job, rendered, journal).finally(rendered.done);
    return completed ? { kind: "completed", row: JSON.stringify(completed) } : { kind: "final" };
  } catch (error) {
    const cause = await proven(error, renderer);
    if (cause instanceof PageFault && !mustRepeat(cause, job, losses)) {
      const { code, message } = cause;
      const { warnings, timings } = journal;
      await fail(db, job, Date.now(), { code, stage: cause.stage, message, warnings, timings });
      return { kind: "final" };
    }
    return await requeue(db, job, journal, losses, cause);
  } finally {
    stages.end();
  }
}

/** The error, or BrowserLost in its place where the browser does not answer. */
async function proven(error: unknown, renderer: Renderer): Promise<unknown> {
  if (error instanceof BrowserLost || (error instanceof PageFault && !NEEDS_PROOF.has(error.code)))
    return error;
  return (await renderer.isAlive()) ? error : new BrowserLost("silent");
}

function mustRepeat({ code }: PageFault, job: JobRow, losses: number): boolean {
  return NEEDS_REPEAT.has(code) && job.errorCode !== code && job.attempts - losses < LIMITS.attempts;
}

/** Puts the job back to pending, or ends it when it has had its attempts and its losses. */
async function requeue(
  db: Db,
  job: JobRow,
  { stage, warnings, timings }: Journal,
  losses: number,
  cause: unknown,
): Promise<Outcome> {
  const isLoss = cause instanceof BrowserLost;
  const code = cause instanceof PageFault ? cause.code : "service_unavailable";
  const reason = { code, stage, message: JOB_ERRORS[code].message } as const;
  log.error("An attempt met a fault of ours.", {
    jobId: job.id,
    requestId: job.requestId,
    stage,
    error: cause,
  });
  const isLast = isLoss ? losses + 1 >= LIMITS.losses : job.attempts - losses >= LIMITS.attempts;
  if (isLast) {
    await fail(db, job, Date.now(), { ...reason, warnings, timings });
    return { kind: "final" };
  }
  await release(db, job, reason);
  return isLoss ? { kind: "lost", reason: cause.reason } : { kind: "again", reason: code };
}

/** The row of the job if it was completed; null if its lease was lost. */
async function store(
  env: Pick<Env, "RESULTS">,
  db: Db,
  job: JobRow,
  { type, title, parts, facts }: Rendered,
  journal: Journal,
): Promise<JobRow | null> {
  const key = resultKey(job);
  const bytes = await storeResult(env.RESULTS, key, type, parts, journal);
  const result = { type, bytes, filename: fileName(title, job.url, type), ...facts };
  const completed = await complete(db, job, Date.now(), result, journal.warnings, journal.timings);
  // The lease was lost: another attempt ends the job, under a key of its own.
  if (!completed) await env.RESULTS.delete(key);
  return completed;
}

/** Writes the stage that the job is in, without holding up the work: a lost one costs a step of the progress bar. */
class Stages {
  private written: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stage: JobStage = "starting";
  private readonly db: Db;
  private readonly job: JobRow;

  constructor(db: Db, job: JobRow) {
    this.db = db;
    this.job = job;
  }

  enter(stage: JobStage): void {
    this.stage = stage;
    this.timer ??= setTimeout(() => this.report(), TELL_MS);
  }

  /** The job's end is written by others. */
  end(): void {
    clearTimeout(this.timer);
  }

  private report(): void {
    this.timer = undefined;
    this.written = this.written.then(() => advance(this.db, this.job, this.stage)).catch(() => undefined);
  }
}
