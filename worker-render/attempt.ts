/** One attempt at a job, from the claim to its end. Every step may be the last before a crash; the lease covers the rest. */
import { JOB_ERRORS } from "#contract/errors.ts";
import type { JobStage } from "#contract/job-state.ts";
import { LIMITS } from "#contract/limits.ts";
import { CONTENT_TYPES } from "#contract/option-values.ts";
import { type Db, openDb } from "#store/db.ts";
import { advance, claim, complete, fail, type JobRow, release } from "#store/jobs.ts";
import { resultKey } from "#store/results.ts";
import { PageFault } from "./page-fault.ts";
import type { Rendered } from "./render.ts";
import type { Outcome } from "./session-calls.ts";

/** Twice the budget: whoever still works on a job after that has lost it. */
export const LEASE_MS = LIMITS.renderBudgetMs * 2;

/** Makes the job's file; tells of each stage that it enters. Throws PageFault for faults of the page. */
export type Produce = (job: JobRow, enter: (stage: JobStage) => void) => Promise<Rendered>;

/** Rejects only when D1 can not be told what became of the job; its lease then ends by itself. */
export async function attempt(
  env: Pick<Env, "DB" | "RESULTS">,
  jobId: string,
  produce: Produce,
): Promise<Outcome> {
  const db = openDb(env.DB);
  const job = await claim(db, jobId, Date.now(), LEASE_MS);
  if (!job) return "final";
  const stages = new Stages(db, job);
  try {
    const rendered = await produce(job, (stage) => stages.enter(stage));
    stages.enter("storing");
    await store(env, db, job, rendered);
    return "final";
  } catch (error) {
    if (error instanceof PageFault) {
      await fail(db, job, Date.now(), { code: error.code, stage: error.stage, message: error.message });
      return "final";
    }
    console.error(
      JSON.stringify({ jobId, requestId: job.requestId, stage: stages.current, error: String(error) }),
    );
    const { message } = JOB_ERRORS.service_unavailable;
    const reason = { code: "service_unavailable", stage: stages.current, message } as const;
    if (job.attempts >= LIMITS.attempts) {
      await fail(db, job, Date.now(), reason);
      return "final";
    }
    await release(db, job, reason);
    return "again";
  }
}

async function store(env: Pick<Env, "RESULTS">, db: Db, job: JobRow, rendered: Rendered): Promise<void> {
  const key = resultKey(job);
  const stored = await env.RESULTS.put(key, rendered.body, {
    httpMetadata: { contentType: CONTENT_TYPES[rendered.type] },
  });
  const filename = `${rendered.title || "page"}.${rendered.type}`;
  const result = { ...rendered, bytes: stored.size, filename };
  const won = await complete(db, job, Date.now(), result, rendered.warnings, rendered.timings);
  // The lease was lost: another attempt ends the job, under a key of its own.
  if (!won) await env.RESULTS.delete(key);
}

/** Writes stages in their order, without holding up the work: a lost one costs a step of the progress bar. */
class Stages {
  current: JobStage = "starting";
  private written: Promise<unknown> = Promise.resolve();
  private readonly db: Db;
  private readonly job: JobRow;

  constructor(db: Db, job: JobRow) {
    this.db = db;
    this.job = job;
  }

  enter(stage: JobStage): void {
    this.current = stage;
    this.written = this.written.then(() => advance(this.db, this.job, stage)).catch(() => undefined);
  }
}
