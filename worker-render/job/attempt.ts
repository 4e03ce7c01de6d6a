/** One attempt at a job, from the claim to its end. A crash may happen after any step: then the lease ends by itself. */
import { JOB_ERRORS, type JobErrorCode } from "#contract/errors.ts";
import type { JobStage } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import { log } from "#log/log.ts";
import { record } from "#metrics/record.ts";
import { recordEnd } from "#metrics/record-end.ts";
import type { Db } from "#store/db.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import { advance, claim, complete, type Failure, fail, type JobRow, release } from "#store/jobs/jobs.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";
import { dbOfId } from "#store/shards.ts";
import { BrowserLost } from "../fault/browser-lost.ts";
import { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import type { AttemptTrace } from "./attempt-trace.ts";
import { fileName } from "./file-name.ts";
import { type Outcome, STORAGE_UNAVAILABLE } from "./outcome.ts";
import type { ResultStorage } from "./result-storage.ts";
import { storeResult } from "./store-result.ts";

/** Twice the budget. An attempt that takes longer has lost its job to the next attempt. */
export const LEASE_MS = LIMITS.renderBudgetMs * 2;

/** Shortest time between two writes of the stage: clients poll no faster, and a quick job needs no write at all. */
const STAGE_WRITE_MS = 500;

/** Makes the job's file, and enters each stage in the journal. Throws PageFault for a fault of the page. */
export type Produce = (job: JobRow, journal: Journal) => Promise<Rendered>;

export interface Renderer {
  produce: Produce;
  /** Whether the browser responds. */
  isAlive(): Promise<boolean>;
}

/** Faults that a hanging or crashed browser also causes: the browser is checked before the page is blamed. */
const NEEDS_PROOF: ReadonlySet<JobErrorCode> = new Set([
  "page_timeout",
  "print_timeout",
  "page_crashed",
  "capture_failed",
  "wait_failed",
  "js_failed",
]);

/** Faults that may have had a cause outside the page: they count as the page's after a second one, in another browser. */
const NEEDS_REPEAT: ReadonlySet<JobErrorCode> = new Set(["page_crashed", "capture_failed"]);

/**
 * Claims the job, renders it, and records how the attempt ended. Rejects only when D1 fails; the lease then ends by itself.
 * @param losses number of browsers that the job has lost so far
 */
export async function attempt(
  env: Pick<Env, "DB" | "METRICS">,
  storage: ResultStorage,
  jobId: string,
  losses: number,
  renderer: Renderer,
  trace?: AttemptTrace,
): Promise<Outcome> {
  if (!(await storage.accepts())) return { kind: "busy", reason: STORAGE_UNAVAILABLE };
  const db = dbOfId(env, jobId);
  const startedAt = Date.now();
  const job = await claim(db, jobId, startedAt, LEASE_MS);
  if (!job) return { kind: "final" };
  const stages = new Stages(db, job);
  const journal = new Journal((stage) => stages.enter(stage));
  trace?.begin({ job, journal, claimingSince: startedAt, claimedAt: Date.now() });
  try {
    const rendered = await renderer.produce(job, journal);
    journal.enter("storing");
    const completed = await store(storage, db, job, rendered, journal).finally(rendered.done);
    trace?.end({ outcome: completed ? "completed" : "lost" });
    if (!completed) return { kind: "final" };
    const { resultBytes: bytes, resultPages: pages } = completed;
    const end = { outcome: "completed", bytes: bytes ?? 0, pages, timings: journal.timings } as const;
    recordEnd(env.METRICS, completed, end, Date.now());
    return { kind: "completed", row: JSON.stringify(completed) };
  } catch (error) {
    const renderMs = Date.now() - startedAt;
    const cause = await proven(error, renderer);
    const { warnings, timings, stage } = journal;
    const outcome =
      cause instanceof PageFault && !mustRepeat(cause, job, losses)
        ? await end(env, storage, db, job, { ...faultOf(cause), renderMs, warnings, timings })
        : await requeue(env, storage, db, job, journal, losses, cause, renderMs);
    trace?.end({ outcome: outcome.kind === "final" ? "failed" : "retried", code: codeOf(cause), stage });
    return outcome;
  } finally {
    stages.end();
  }
}

function faultOf({ code, stage, message }: PageFault) {
  return { code, stage, message };
}

function codeOf(cause: unknown): JobErrorCode {
  return cause instanceof PageFault ? cause.code : "service_unavailable";
}

/** The error, or BrowserLost in its place if the browser does not respond. */
async function proven(error: unknown, renderer: Renderer): Promise<unknown> {
  if (error instanceof BrowserLost || (error instanceof PageFault && !NEEDS_PROOF.has(error.code)))
    return error;
  return (await renderer.isAlive()) ? error : new BrowserLost("silent");
}

function mustRepeat({ code }: PageFault, job: JobRow, losses: number): boolean {
  return NEEDS_REPEAT.has(code) && job.errorCode !== code && job.attempts - losses < LIMITS.attempts;
}

/** Fails the job. */
async function end(
  env: Pick<Env, "METRICS">,
  storage: ResultStorage,
  db: Db,
  job: JobRow,
  failure: Failure,
): Promise<Outcome> {
  const now = Date.now();
  if (await fail(db, job, now, failure)) {
    recordEnd(env.METRICS, job, { outcome: "failed", ...failure }, now);
    await deleteInput(storage, job);
  }
  return { kind: "final" };
}

/** Makes the job pending again, or fails it after its last attempt or loss. */
async function requeue(
  env: Pick<Env, "METRICS">,
  storage: ResultStorage,
  db: Db,
  job: JobRow,
  { stage, warnings, timings }: Journal,
  losses: number,
  cause: unknown,
  renderMs: number,
): Promise<Outcome> {
  const isLoss = cause instanceof BrowserLost;
  const code = codeOf(cause);
  const reason = { code, stage, message: JOB_ERRORS[code].message, renderMs } as const;
  log.error("An attempt met a fault of ours.", {
    jobId: job.id,
    requestId: job.requestId,
    stage,
    error: cause,
  });
  const isLast = isLoss ? losses + 1 >= LIMITS.losses : job.attempts - losses >= LIMITS.attempts;
  if (isLast) return end(env, storage, db, job, { ...reason, warnings, timings });
  await release(db, job, reason);
  record(env.METRICS, "retry", { code: isLoss ? cause.reason : code, stage, attempts: job.attempts });
  return isLoss ? { kind: "lost", reason: cause.reason } : { kind: "again", reason: code };
}

/** Stores the file and completes the job. Returns the completed row, or null if the lease was lost. */
async function store(
  storage: ResultStorage,
  db: Db,
  job: JobRow,
  { type, title, parts, facts, thumbnail }: Rendered,
  journal: Journal,
): Promise<JobRow | null> {
  const key = resultKey(job);
  const bytes = await storeResult(storage, key, type, parts, journal);
  if (thumbnail?.bytes) await storeResult(storage, thumbnailKey(job), "webp", [thumbnail.bytes], journal);
  const result = { type, bytes, filename: fileName(title, job.url, type), ...facts };
  const completed = await complete(db, job, Date.now(), result, journal.warnings, journal.timings);
  // The lease was lost. Another attempt ends the job, and its files have other keys.
  if (!completed) await storage.bucket.delete([key, thumbnailKey(job)]);
  else await deleteInput(storage, job);
  return completed;
}

/** Deletes the HTML or Markdown of an ended job. Never rejects: the sweep deletes what stays. */
async function deleteInput({ bucket }: ResultStorage, { id, input }: JobRow): Promise<void> {
  if (input === "url") return;
  await bucket.delete(inputKey(id)).catch((error: unknown) => {
    log.warn("The input of a job has not been deleted.", { jobId: id, error });
  });
}

/** Writes the job's stage in the background. A lost write only costs a step of the progress bar. */
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
    this.timer ??= setTimeout(() => this.write(), STAGE_WRITE_MS);
  }

  /** Stops writing: the end of the job has its own write. */
  end(): void {
    clearTimeout(this.timer);
  }

  private write(): void {
    this.timer = undefined;
    this.written = this.written.then(() => advance(this.db, this.job, this.stage)).catch(() => undefined);
  }
}
