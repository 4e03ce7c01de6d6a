import type { Context } from "hono";
import { log } from "#log/log.ts";
import type { AppEnv } from "../http/app-env.ts";
import { schedulerOf } from "../http/scheduler-stub.ts";

/** Best effort: a canceled job that stays in the queue is skipped when it comes next. */
export async function dropFromQueue(
  c: Context<AppEnv>,
  { id: jobId, accountId }: { id: string; accountId: string },
): Promise<void> {
  try {
    await schedulerOf(c.env, accountId).drop(jobId);
  } catch (error) {
    log.error("A canceled job has not left the queue.", { requestId: c.var.requestId, jobId, error });
  }
}
