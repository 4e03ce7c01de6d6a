/** `Prefer: wait`: the scheduler tells when the job has ended, so that D1 is read once and not polled. */
import type { Context } from "hono";
import { errorText } from "#store/error-text.ts";
import type { AppEnv } from "../http/app-env.ts";
import { scheduler } from "../http/scheduler.ts";

/** Resolves when the job has ended or the seconds are over, whichever is first; never rejects. */
export async function untilSettled(c: Context<AppEnv>, jobId: string, seconds: number): Promise<void> {
  c.header("Preference-Applied", `wait=${seconds}`);
  try {
    await scheduler(c.env).settled(jobId, seconds * 1000);
  } catch (error) {
    console.error(JSON.stringify({ requestId: c.var.requestId, jobId, error: errorText(error) }));
  }
}
