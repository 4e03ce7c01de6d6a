/** A job as the API returns it (spec §3, §7). */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { JOB_INPUTS } from "./input.ts";
import { JobOptions } from "./request.ts";
import { JOB_STATUSES } from "./state.ts";
import { JOB_SOURCES, OUTPUT_TYPES, PLATFORMS } from "./values.ts";

export const Credits = z
  .object({
    used: z.number().int(),
    remaining: z.number().int(),
    monthly_limit: z.number().int(),
  })
  .meta({ id: "Credits" });
export type Credits = z.infer<typeof Credits>;

const count = z.number().int().min(0);

/** What of the page was waited for, and what of it arrived. */
export const Completeness = z
  .object({
    document: z
      .enum(["whole", "cut"])
      .meta({ description: "cut: the page has more data than the service loads" }),
    platform: z
      .enum(PLATFORMS)
      .optional()
      .meta({ description: "wix: the page was prepared as a page made with Wix. Empty: no such platform" }),
    fonts: z
      .enum(["loaded", "missing"])
      .meta({ description: "missing: some web fonts did not load and were replaced" }),
    images: z
      .object({ total: count, loaded: count })
      .meta({ description: "Image elements in the part of the page that the result shows" }),
    requests: z.object({
      total: count,
      failed: count.meta({ description: "Refused, aborted, or returned an error status" }),
      slow: count.meta({ description: "Left out because they did not arrive in time" }),
      blocked: count.meta({ description: "Blocked because of their address" }),
      unwanted: count
        .optional()
        .meta({ description: "Not sent because of `block`. Missing without `block`" }),
    }),
  })
  .meta({ id: "Completeness" });
export type Completeness = z.infer<typeof Completeness>;

const LinkResult = z.object({
  type: z.literal("url"),
  url: z.string().nullable().meta({ description: "Signed link, valid for one hour; null once expired" }),
  contentType: z.string(),
  bytes: z.number().int(),
  pages: z.number().int().optional().meta({ description: "Only for PDFs" }),
  truncated: z.boolean().optional().meta({ description: "True if the PDF was cut at the plan's page limit" }),
  completeness: Completeness.optional().meta({ description: "Missing for PDFs that were passed through" }),
  thumbnailUrl: z
    .string()
    .nullable()
    .optional()
    .meta({ description: "Signed link to the thumbnail, if the job has one; null once expired" }),
  filename: z.string(),
  expiresAt: z.iso.datetime(),
  expired: z.boolean().meta({ description: "True if the file does not exist any more" }),
  deleted: z.boolean().meta({ description: "True if the file was deleted before its time" }),
});

const BufferResult = LinkResult.omit({ url: true }).extend({
  type: z.literal("buffer"),
  data: z.string().nullable().meta({ description: "Base64; null once expired" }),
});

export const JobWarning = z
  .object({ code: z.string(), message: z.string(), url: z.string().optional() })
  .meta({ id: "JobWarning" });
export type JobWarning = z.infer<typeof JobWarning>;

/** Duration of each phase of the last attempt in ms, by the phase's name. */
export const JobTimings = z.record(z.string(), z.number()).meta({ id: "JobTimings" });
export type JobTimings = z.infer<typeof JobTimings>;

export const JobError = z
  .object({ code: z.string(), message: z.string(), retryable: z.boolean(), stage: z.string() })
  .meta({ id: "JobError" });
export type JobError = z.infer<typeof JobError>;

export const JobView = z
  .object({
    jobId: z.string(),
    status: z.enum(JOB_STATUSES),
    input: z.enum(JOB_INPUTS).meta({
      description: "What the job renders: the page at `url`, or `html` or `markdown` of the request",
    }),
    url: z.string().meta({ description: "For `html` and `markdown`: the request's `baseUrl`, or empty" }),
    outputType: z.enum(OUTPUT_TYPES),
    source: z
      .enum(JOB_SOURCES)
      .meta({ description: "What created the job: an API key, a button, the dashboard" }),
    keyId: z
      .string()
      .nullable()
      .meta({ description: "ID of the API key or public key; null for the dashboard" }),
    test: z.boolean().meta({
      description: "Created by a test key",
    }),
    /**
     * The request's options with every default filled in, and HIDDEN in place of each secret. A job created with them
     * renders the same.
     */
    options: JobOptions,
    message: z.string(),
    progress: z.number().int().min(0).max(100),
    stage: z.string(),
    createdAt: z.iso.datetime(),
    startedOn: z.iso.datetime().nullable().meta({ description: "Start of the first attempt" }),
    finishedOn: z.iso.datetime().nullable(),
    credits: Credits.optional().meta({ description: "Left out where the reader is not the account's owner" }),
    result: z.discriminatedUnion("type", [LinkResult, BufferResult]).nullable(),
    error: JobError.nullable(),
    warnings: z.array(JobWarning),
    timings: JobTimings,
  })
  .meta({ id: "Job" });
export type JobView = z.infer<typeof JobView>;

export const JobCreated = z
  .object({
    jobId: z.string(),
    status: z.enum(JOB_STATUSES),
    message: z.string(),
    credits: Credits.optional(),
    /** Widget only: token that gives access to this one job. */
    token: z.string().optional(),
  })
  .meta({ id: "JobCreated" });
export type JobCreated = z.infer<typeof JobCreated>;

export const JobList = z
  .object({
    jobs: z.array(JobView),
    nextCursor: z.string().nullable(),
    total: count.optional().meta({
      description: `Only with \`total=true\`: the number of jobs on all pages. ${LIMITS.countedJobs} stands for this many or more`,
    }),
  })
  .meta({ id: "JobList" });
export type JobList = z.infer<typeof JobList>;

export const JobDeletion = z
  .strictObject({ ids: z.array(z.string().max(64)).min(1).max(LIMITS.jobsPerDeletion) })
  .meta({ id: "JobDeletion" });
export type JobDeletion = z.infer<typeof JobDeletion>;

export const JobsDeleted = z
  .object({
    deleted: z.array(z.string()),
    kept: z
      .array(z.string())
      .meta({ description: "Jobs that are being rendered. Delete them once they have ended" }),
  })
  .meta({ id: "JobsDeleted" });
export type JobsDeleted = z.infer<typeof JobsDeleted>;

export const ErrorBody = z
  .object({
    error: z.string(),
    code: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;
