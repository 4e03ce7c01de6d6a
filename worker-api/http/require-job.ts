/** Reads one job of the caller. */
import type { Context } from "hono";
import { type JobRow, readJobAndUsage } from "#store/jobs/jobs.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * The job, if it belongs to the caller. Puts the usage on the context. Throws `not_found`, or `unauthorized` if the API
 * key is not valid.
 */
export async function requireJob(c: Context<AppEnv>, id: string): Promise<JobRow> {
  const found = await readJobAndUsage(c.var.db, c.var.owner, id, Date.now());
  if (!found) throw new ApiError("unauthorized");
  c.set("usage", found.usage);
  if (!found.job) throw new ApiError("not_found");
  return found.job;
}
