/** A job's row as the API answers it. */
import { ERRORS, isJobErrorCode } from "#contract/errors.ts";
import { JOB_MESSAGES, JOB_STAGES, type JobStage } from "#contract/job-state.ts";
import { type Credits, JobTimings, type JobView, JobWarning } from "#contract/job-view.ts";
import { CONTENT_TYPES, type FileType } from "#contract/option-values.ts";
import type { JobRow } from "#store/jobs.ts";
import { fileLink } from "../files/link.ts";

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isStage(stage: string): stage is JobStage {
  return stage in JOB_STAGES;
}

function isFileType(type: string): type is FileType {
  return type in CONTENT_TYPES;
}

async function resultOf(env: Env, job: JobRow): Promise<JobView["result"]> {
  if (job.status !== "completed" || !job.resultType || !isFileType(job.resultType)) return null;
  const expired = job.resultDeletedAt !== null || (job.resultExpiresAt ?? 0) <= Date.now();
  return {
    type: "url",
    url: expired ? null : await fileLink(env, job.id),
    contentType: CONTENT_TYPES[job.resultType],
    bytes: job.resultBytes ?? 0,
    ...(job.resultPages === null ? {} : { pages: job.resultPages, truncated: job.resultTruncated ?? false }),
    filename: job.resultName ?? job.id,
    expiresAt: iso(job.resultExpiresAt ?? 0),
    expired,
  };
}

function errorOf(job: JobRow): JobView["error"] {
  if (job.errorCode === null || !isJobErrorCode(job.errorCode)) return null;
  return {
    code: job.errorCode,
    message: job.errorMessage ?? ERRORS[job.errorCode].message,
    retryable: ERRORS[job.errorCode].retryable,
    stage: job.errorStage ?? "",
  };
}

/** The job's view; `credits` only for the account's owner. */
export async function viewJob(env: Env, job: JobRow, credits?: Credits): Promise<JobView> {
  return {
    jobId: job.id,
    status: job.status,
    url: job.url,
    outputType: job.outputType,
    message: JOB_MESSAGES[job.status],
    progress: isStage(job.stage) ? JOB_STAGES[job.stage] : 0,
    stage: job.stage,
    createdAt: iso(job.createdAt),
    finishedOn: job.finishedAt === null ? null : iso(job.finishedAt),
    ...(credits ? { credits } : {}),
    result: await resultOf(env, job),
    error: errorOf(job),
    warnings: JobWarning.array().parse(JSON.parse(job.warnings)),
    timings: JobTimings.parse(JSON.parse(job.timings)),
  };
}
