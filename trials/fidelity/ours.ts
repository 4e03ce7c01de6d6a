/** A page through the whole service, as a customer: a job, its end, its file. */

import { OPTIONS } from "#contract/job/options.ts";
import type { JobView, JobWarning } from "#contract/job/view.ts";
import { type Account, createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";

export interface OwnFile {
  bytes: Buffer;
  truncated: boolean;
  warnings: JobWarning[];
}

/** The job's options but for the output are the defaults. A screenshot is a JPEG, the quickest type. */
const OUTPUTS = {
  pdf: { outputType: "pdf" },
  screenshot: {
    outputType: "screenshot",
    screenshotOptions: { type: "jpeg", quality: OPTIONS.screenshotOptions.quality.default },
  },
} as const;

/** Throws the job's error as a sentence. */
export async function convert(account: Account, url: string, output: keyof typeof OUTPUTS): Promise<OwnFile> {
  const { jobId } = await createJob(account, { url, options: OUTPUTS[output] });
  const job: JobView = await finishedJob(account, jobId);
  if (job.error) throw new Error(`${job.error.code}: ${job.error.message}`);
  const bytes = await resultBytes(job);
  return { bytes, truncated: job.result?.truncated ?? false, warnings: job.warnings };
}
