/** Converts a page with the service, as a customer does. */

import { OPTIONS } from "#contract/job/options.ts";
import type { JobView, JobWarning } from "#contract/job/view.ts";
import { type Account, createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";

export interface OwnFile {
  bytes: Buffer;
  truncated: boolean;
  warnings: JobWarning[];
}

/** All other options are the defaults. A screenshot is a JPEG, the fastest type. */
const OUTPUTS = {
  pdf: { outputType: "pdf" },
  screenshot: {
    outputType: "screenshot",
    screenshotOptions: { type: "jpeg", quality: OPTIONS.screenshotOptions.quality.default },
  },
} as const;

/** @throws Error with the job's error code and message. */
export async function convert(account: Account, url: string, output: keyof typeof OUTPUTS): Promise<OwnFile> {
  const { jobId } = await createJob(account, { url, options: OUTPUTS[output] });
  const job: JobView = await finishedJob(account, jobId);
  if (job.error) throw new Error(`${job.error.code}: ${job.error.message}`);
  const bytes = await resultBytes(job);
  return { bytes, truncated: job.result?.truncated ?? false, warnings: job.warnings };
}
