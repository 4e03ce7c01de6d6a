/** `Prefer: wait`: the scheduler tells when the job has ended and what it has become, so that D1 is not polled. */
import type { Context } from "hono";
import { log } from "#log/log.ts";
import { JobRow } from "#store/jobs/jobs.ts";
import type { AppEnv } from "../http/app-env.ts";
import { scheduler } from "../http/scheduler-stub.ts";

/**
 * Resolves when the job has ended or the seconds are over, whichever is first, with the job if it is completed and all of it
 * is known without D1; never rejects: the job is read from D1 where the scheduler's answer is of no use. Whether it is the caller's job must be known before.
 */
export async function untilSettled(
  c: Context<AppEnv>,
  jobId: string,
  seconds: number,
): Promise<JobRow | null> {
  c.header("Preference-Applied", `wait=${seconds}`);
  try {
    const row = await scheduler(c.env).settled(jobId, seconds * 1000);
    return row === null ? null : JobRow.parse(JSON.parse(row));
  } catch (error) {
    log.error("The scheduler does not report a job's end.", { requestId: c.var.requestId, jobId, error });
    return null;
  }
}
