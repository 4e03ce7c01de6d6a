/** The options of a job with the secrets that its row keeps apart. */

import { z } from "zod";
import { JobOptions } from "#contract/job/request.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { unseal } from "#store/secrets/sealing.ts";

const Values = z.record(z.string(), z.unknown());

export async function readOptions(env: Pick<Env, "JOB_SEALING_KEY">, job: JobRow): Promise<JobOptions> {
  const options = Values.parse(JSON.parse(job.options));
  if (job.secrets === null) return JobOptions.parse(options);
  const secrets = Values.parse(JSON.parse(await unseal(job.secrets, job.id, env.JOB_SEALING_KEY)));
  return JobOptions.parse({ ...options, ...secrets });
}
