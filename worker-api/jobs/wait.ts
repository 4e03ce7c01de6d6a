/** `Prefer: wait`: the Scheduler reports the job's end, so that D1 is not polled. */
import type { Context } from "hono";
import { NOT_WATCHED } from "#contract/job/scheduling.ts";
import { log } from "#log/log.ts";
import { JobRow } from "#store/jobs/jobs.ts";
import type { AppEnv } from "../http/app-env.ts";
import { schedulerOf } from "../http/scheduler-stub.ts";
import { timed } from "../http/traced.ts";

/**
 * Resolves when the job has ended or after `seconds`: with the row of a job that has just completed, else with null,
 * and the caller reads D1. Never rejects. The caller must have checked that the job is the client's own.
 */
export async function untilSettled(
  c: Context<AppEnv>,
  { jobId, accountId }: { jobId: string; accountId: string },
  seconds: number,
): Promise<JobRow | null> {
  try {
    const settled = async () => schedulerOf(c.env, accountId).settled(jobId, accountId, seconds * 1000);
    const row = await timed(c, "wait", "client", settled);
    if (row === NOT_WATCHED) return null;
    c.header("Preference-Applied", `wait=${seconds}`);
    return row === null ? null : JobRow.parse(JSON.parse(row));
  } catch (error) {
    log.error("The scheduler does not report a job's end.", { requestId: c.var.requestId, jobId, error });
    return null;
  }
}
