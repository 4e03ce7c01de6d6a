/** Turns a job's row into the job that the API returns. */
import { ERRORS, isJobErrorCode } from "#contract/errors.ts";
import { JobOptions } from "#contract/job/request.ts";
import { JOB_STAGES, type JobStage, messageOf } from "#contract/job/state.ts";
import { Completeness, type Credits, JobTimings, type JobView, JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import type { Owner } from "#store/keys/owner.ts";
import { fileLink } from "../files/link.ts";
import { contentTypeOf, isExpired } from "../files/respond-with-file.ts";
import { fromStorage } from "../files/storage.ts";
import { isoTime, isoTimeOrNull } from "../http/iso-time.ts";
import { Recent } from "../http/recent.ts";

const Warnings = JobWarning.array();

/** Options by their stored text: a client polls one job many times, and most jobs have the same options. */
const recentOptions = new Recent<JobOptions>();
const MAX_RECENT_TEXT = 2_000;

function optionsOf(job: JobRow): JobOptions {
  const now = Date.now();
  const known = recentOptions.get(job.options, now);
  if (known) return known;
  const options = JobOptions.parse(JSON.parse(job.options));
  if (job.options.length <= MAX_RECENT_TEXT) recentOptions.set(job.options, options, now);
  return options;
}

function isStage(stage: string): stage is JobStage {
  return stage in JOB_STAGES;
}

const TOO_LARGE: JobWarning = {
  code: "buffer_too_large",
  message: `The file is larger than ${LIMITS.bufferBytes / 1_000_000} MB, so the result is a link instead of Base64 data.`,
};

/** Whether the owner has deleted the file. The sweep deletes it only after its time. */
function isDeleted({ resultDeletedAt, resultExpiresAt }: JobRow): boolean {
  return resultDeletedAt !== null && resultDeletedAt < (resultExpiresAt ?? 0);
}

type Result = NonNullable<JobView["result"]>;

function hasThumbnail(options: JobOptions): boolean {
  return options.outputType === "screenshot" && options.screenshotOptions.thumbnail !== undefined;
}

async function resultOf(env: Env, job: JobRow, inline: boolean, linkSeconds: number): Promise<Result | null> {
  const contentType = contentTypeOf(job);
  if (job.status !== "completed" || contentType === null) return null;
  const expired = isExpired(job, Date.now());
  const shared = {
    contentType,
    bytes: job.resultBytes ?? 0,
    ...(job.resultPages === null ? {} : { pages: job.resultPages, truncated: job.resultTruncated ?? false }),
    ...(job.resultCompleteness === null
      ? {}
      : { completeness: Completeness.parse(JSON.parse(job.resultCompleteness)) }),
    ...(hasThumbnail(optionsOf(job)) && {
      thumbnailUrl: expired ? null : await fileLink(env, job.id, linkSeconds, "thumbnail"),
    }),
    filename: job.resultName ?? job.id,
    expiresAt: isoTime(job.resultExpiresAt ?? 0),
    deleted: isDeleted(job),
  };
  if (!inline) {
    const url = expired ? null : await fileLink(env, job.id, linkSeconds);
    return { type: "url", url, ...shared, expired };
  }
  const bytes = expired ? null : await fromStorage(() => readResult(env, job));
  const data = bytes && Buffer.from(bytes).toString("base64");
  return { type: "buffer", data, ...shared, expired: data === null };
}

async function readResult(env: Env, job: JobRow): Promise<ArrayBuffer | null> {
  const object = await env.RESULTS.get(resultKey(job));
  return (await object?.arrayBuffer()) ?? null;
}

function errorOf(job: JobRow): JobView["error"] {
  if (job.errorCode === null || !isJobErrorCode(job.errorCode)) return null;
  if (job.status === "completed" || job.status === "canceled") return null;
  return {
    code: job.errorCode,
    message: job.errorMessage ?? ERRORS[job.errorCode].message,
    retryable: ERRORS[job.errorCode].retryable,
    stage: job.errorStage ?? "",
  };
}

/** A link that a server reads may be stored or passed on for a while. The dashboard's is used in the page that read it. */
export function linkSecondsOf(owner: Owner): number {
  return "key" in owner ? LIMITS.linkSeconds : LIMITS.pageLinkSeconds;
}

interface ViewOptions {
  /** Lifetime of the result's link. */
  linkSeconds: number;
  /** Only for the account's owner. */
  credits?: Credits | undefined;
  /** Returns a link even for `responseType: "buffer"`: in lists, which would have no size limit otherwise. */
  linkOnly?: boolean;
}

/**
 * The job as the API returns it. A `buffer` job contains its file up to LIMITS.bufferBytes; above that, a link and a
 * warning.
 */
export async function viewJob(
  env: Env,
  job: JobRow,
  { linkSeconds, credits, linkOnly = false }: ViewOptions,
): Promise<JobView> {
  const options = optionsOf(job);
  const buffered = !linkOnly && options.responseType === "buffer";
  const isTooLarge = (job.resultBytes ?? 0) > LIMITS.bufferBytes;
  const warnings = Warnings.parse(JSON.parse(job.warnings));
  const result = await resultOf(env, job, buffered && !isTooLarge, linkSeconds);
  return {
    jobId: job.id,
    status: job.status,
    input: job.input,
    url: job.url,
    outputType: job.outputType,
    source: job.source === "check" ? "dashboard" : job.source,
    keyId: job.keyId,
    test: job.test,
    options,
    message: result?.expired ? ERRORS.result_expired.message : messageOf(job),
    progress: isStage(job.stage) ? JOB_STAGES[job.stage] : 0,
    stage: job.stage,
    createdAt: isoTime(job.createdAt),
    startedOn: isoTimeOrNull(job.startedAt),
    finishedOn: isoTimeOrNull(job.finishedAt),
    ...(credits ? { credits } : {}),
    result,
    error: errorOf(job),
    warnings: buffered && isTooLarge ? [...warnings, TOO_LARGE] : warnings,
    timings: JobTimings.parse(JSON.parse(job.timings)),
  };
}
