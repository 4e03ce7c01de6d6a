/** One job from the request to its file, on an account of its own, with pages of the test's own. */
import { afterAll, vi } from "vitest";
import type { JobRequestInput } from "#contract/job/request.ts";
import type { JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { newAccount } from "../stage/service.ts";
import { type PageServer, type Pages, servePages } from "./pages.ts";

type Options = JobRequestInput["options"];

/** Serves the tables for this file's tests. */
export async function open(...tables: Pages[]): Promise<PageServer> {
  const server = await servePages(tables);
  afterAll(() => server.close());
  return server;
}

/** The job as it ended, well or not. */
export async function endOf(url: string, options: Options = {}, tier: Tier = "pro"): Promise<JobView> {
  const account = await newAccount(tier);
  const { jobId } = await createJob(account, { url, options });
  return finishedJob(account, jobId);
}

/** The job and its file. Throws when it failed. */
export async function convert(
  url: string,
  options: Options = {},
  tier: Tier = "pro",
): Promise<{ job: JobView; bytes: Buffer }> {
  const job = await endOf(url, options, tier);
  if (job.error) throw new Error(`${job.error.code} in ${job.error.stage}: ${job.error.message}`);
  return { job, bytes: await resultBytes(job) };
}

/** Tries again while it fails: a busy machine is late now and then; a page that is held, or taken too early, is so every time. */
export function withoutHaste(conversion: () => Promise<void>): Promise<void> {
  return vi.waitFor(conversion, { timeout: LIMITS.renderBudgetMs * 3, interval: 0 });
}
