/** Runs one job from the request to its file, on a new account and the pages of the test file. */
import { afterAll, vi } from "vitest";
import type { JobRequestInput } from "#contract/job/request.ts";
import type { JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { newAccount } from "../stage/service.ts";
import { type PageServer, type Pages, servePages } from "./pages.ts";

export type Options = JobRequestInput["options"];

/** Serves the pages until the tests of the calling file have ended. */
export async function open(...tables: Pages[]): Promise<PageServer> {
  const server = await servePages(tables);
  afterAll(() => server.close());
  return server;
}

/** Creates a job and returns it once it has ended, completed or failed. */
export async function endOf(url: string, options: Options = {}, tier: Tier = "pro"): Promise<JobView> {
  const account = await newAccount(tier);
  const { jobId } = await createJob(account, { url, options });
  return finishedJob(account, jobId);
}

/** Creates a job and returns it with its file. @throws Error if the job failed, twice if the page was late */
export async function convert(
  url: string,
  options: Options = {},
  tier: Tier = "pro",
): Promise<{ job: JobView; bytes: Buffer }> {
  let job = await endOf(url, options, tier);
  // A busy machine can be too slow once. A page that is never ready is late again.
  if (job.error?.code === "page_timeout") job = await endOf(url, options, tier);
  if (job.error) throw new Error(`${job.error.code} in ${job.error.stage}: ${job.error.message}`);
  return { job, bytes: await resultBytes(job) };
}

/** Repeats a conversion while it fails. A busy machine can be too slow once; a real fault fails every time. */
export function withoutHaste<T>(conversion: () => Promise<T>): Promise<T> {
  return vi.waitFor(conversion, { timeout: LIMITS.renderBudgetMs * 3, interval: 0 });
}
