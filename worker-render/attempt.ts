/** One attempt at a job, from the claim to its end. Every step may be the last before a crash; the lease covers the rest. */
import { JOB_ERRORS } from "#contract/errors.ts";
import type { JobStage } from "#contract/job-state.ts";
import { LIMITS } from "#contract/limits.ts";
import { type Db, openDb } from "#store/db.ts";
import { errorText } from "#store/error-text.ts";
import { advance, claim, complete, fail, type JobRow, release } from "#store/jobs.ts";
import { resultKey } from "#store/results.ts";
import { Journal } from "./budget.ts";
import { fileName } from "./file-name.ts";
import { PageFault } from "./page-fault.ts";
import type { Rendered } from "./rendered.ts";
import type { Outcome } from "./session-calls.ts";
import { storeResult } from "./store-result.ts";

/** Twice the budget: whoever still works on a job after that has lost it. */
export const LEASE_MS = LIMITS.renderBudgetMs * 2;

/** Stages are written this often at most: nobody looks more often, and a quick job writes none at all. */
const TELL_MS = 500;

/** Makes the job's file; notes each stage that it enters. Throws PageFault for faults of the page. */
export type Produce = (job: JobRow, journal: Journal) => Promise<Rendered>;

/** Rejects only when D1 can not be told what became of the job; its lease then ends by itself. */
export async function attempt(
  env: Pick<Env, "DB" | "RESULTS">,
  jobId: string,
  produce: Produce,
): Promise<Outcome> {
  const db = openDb(env.DB);
  const job = await claim(db, jobId, Date.now(), LEASE_MS);
  if (!job) return { kind: "final" };
  const stages = new Stages(db, job);
  const journal = new Journal((stage) => stages.enter(stage));
  try {
    const rendered = await produce(job, journal);
    journal.enter("storing");
    const completed = await store(env, db, job, rendered, journal).finally(rendered.done);
    return completed ? { kind: "completed", row: JSON.stringify(completed) } : { kind: "final" };
  } catch (error) {
    const { stage, warnings, timings } = journal;
    if (error instanceof PageFault) {
      const { code, message } = error;
      await fail(db, job, Date.now(), { code, stage: error.stage, message, warnings, timings });
      return { kind: "final" };
    }
    console.error(JSON.stringify({ jobId, requestId: job.requestId, stage, error: errorText(error) }));
    const { message } = JOB_ERRORS.service_unavailable;
    const reason = { code: "service_unavailable", stage, message } as const;
    if (job.attempts >= LIMITS.attempts) {
      await fail(db, job, Date.now(), { ...reason, warnings, timings });
      return { kind: "final" };
    }
    await release(db, job, reason);
    return { kind: "again" };
  } finally {
    stages.end();
  }
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
    this.timer ??= setTimeout(() => this.tell(), TELL_MS);
  }

  /** The job's end is written by others. */
  end(): void {
    clearTimeout(this.timer);
  }

  private tell(): void {
    this.timer = undefined;
    this.written = this.written.then(() => advance(this.db, this.job, this.stage)).catch(() => undefined);
  }
}
