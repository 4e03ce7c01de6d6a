/** A job as the API returns it (spec §3, §7). */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { JOB_INPUTS } from "./input.ts";
import { JobOptions } from "./request.ts";
import { JOB_STATUSES } from "./state.ts";
import { JOB_SOURCES, OUTPUT_TYPES, PLATFORMS } from "./values.ts";

export const Credits = z
  .object({
    used: z.number().int().meta({ description: "Credits used in this period" }),
    remaining: z.number().int().meta({ description: "Credits left in this period" }),
    monthly_limit: z.number().int().meta({ description: "Credits of the plan in a period" }),
  })
  .meta({ id: "Credits", description: "Credits of the account. Left out where the caller is not its owner" });
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
      .object({
        total: count.meta({ description: "Number of the image elements" }),
        loaded: count.meta({ description: "Of these, loaded ones" }),
      })
      .meta({ description: "Image elements in the part of the page that the result shows" }),
    requests: z
      .object({
        total: count.meta({ description: "Number of the requests" }),
        failed: count.meta({ description: "Refused, aborted, or returned an error status" }),
        slow: count.meta({ description: "Left out because they did not arrive in time" }),
        blocked: count.meta({ description: "Blocked because of their address" }),
        unwanted: count
          .optional()
          .meta({ description: "Not sent because of `block`. Missing without `block`" }),
      })
      .meta({ description: "Requests of the page" }),
  })
  .meta({ id: "Completeness" });
export type Completeness = z.infer<typeof Completeness>;

const LinkResult = z.object({
  type: z.literal("url").meta({ description: "The result is a link, because `responseType` is url" }),
  url: z.string().nullable().meta({ description: "Signed link, valid for one hour; null once expired" }),
  contentType: z.string().meta({ description: "Media type of the file" }),
  bytes: z.number().int().meta({ description: "Size of the file" }),
  pages: z.number().int().optional().meta({ description: "Only for PDFs" }),
  truncated: z.boolean().optional().meta({ description: "True if the PDF was cut at the plan's page limit" }),
  completeness: Completeness.optional().meta({ description: "Missing for PDFs that were passed through" }),
  thumbnailUrl: z
    .string()
    .nullable()
    .optional()
    .meta({ description: "Signed link to the thumbnail, if the job has one; null once expired" }),
  filename: z.string().meta({ description: "Name of the file for a download" }),
  expiresAt: z.iso.datetime().meta({ description: "When the file is deleted" }),
  expired: z.boolean().meta({ description: "True if the file does not exist any more" }),
  deleted: z.boolean().meta({ description: "True if the file was deleted before its time" }),
});

const BufferResult = LinkResult.omit({ url: true }).extend({
  type: z
    .literal("buffer")
    .meta({ description: "The result has the file, because `responseType` is buffer" }),
  data: z.string().nullable().meta({ description: "Base64; null once expired" }),
});

export const JobWarning = z
  .object({
    code: z.string().meta({ description: "Code of the warning, for programs" }),
    message: z.string().meta({ description: "What happened, for people" }),
    url: z.string().optional().meta({ description: "Address of the resource that it is about" }),
  })
  .meta({ id: "JobWarning" });
export type JobWarning = z.infer<typeof JobWarning>;

/** Duration of each phase of the last attempt in ms, by the phase's name. */
export const JobTimings = z
  .record(z.string(), z.number())
  .meta({ id: "JobTimings", description: "Duration of each phase of the last attempt in milliseconds" });
export type JobTimings = z.infer<typeof JobTimings>;

export const JobError = z
  .object({
    code: z.string().meta({ description: "Code of the error, for programs" }),
    message: z.string().meta({ description: "What happened, for people" }),
    retryable: z.boolean().meta({ description: "Whether the same request may succeed later" }),
    stage: z.string().meta({ description: "Stage in which the job failed" }),
  })
  .meta({ id: "JobError", description: "Why the job has failed; null if it has not" });
export type JobError = z.infer<typeof JobError>;

export const JobView = z
  .object({
    jobId: z.string().meta({ description: "ID of the job" }),
    status: z.enum(JOB_STATUSES).meta({ description: "State of the job" }),
    input: z.enum(JOB_INPUTS).meta({
      description: "What the job renders: the page at `url`, or `html` or `markdown` of the request",
    }),
    url: z.string().meta({ description: "For `html` and `markdown`: the request's `baseUrl`, or empty" }),
    outputType: z.enum(OUTPUT_TYPES).meta({ description: "What the page becomes" }),
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
    message: z.string().meta({ description: "The state in words" }),
    progress: z.number().int().min(0).max(100).meta({ description: "How far the job is, in percent" }),
    stage: z.string().meta({ description: "What the job does now" }),
    createdAt: z.iso.datetime().meta({ description: "Time of creation" }),
    startedOn: z.iso.datetime().nullable().meta({ description: "Start of the first attempt" }),
    finishedOn: z.iso.datetime().nullable().meta({ description: "End of the job; null until then" }),
    credits: Credits.optional(),
    result: z
      .discriminatedUnion("type", [LinkResult, BufferResult])
      .nullable()
      .meta({ description: "The file; null until the job has completed" }),
    error: JobError.nullable(),
    warnings: z
      .array(JobWarning)
      .meta({ description: "What is missing in the result, or different from the page" }),
    timings: JobTimings,
  })
  .meta({ id: "Job" });
export type JobView = z.infer<typeof JobView>;

export const JobCreated = z
  .object({
    jobId: z.string().meta({ description: "ID of the job" }),
    status: z.enum(JOB_STATUSES).meta({ description: "State of the job" }),
    message: z.string().meta({ description: "The state in words" }),
    credits: Credits.optional(),
    /** Widget only: token that gives access to this one job. */
    token: z
      .string()
      .optional()
      .meta({ description: "Gives access to this one job. Only for jobs of a button" }),
  })
  .meta({ id: "JobCreated" });
export type JobCreated = z.infer<typeof JobCreated>;

export const JobList = z
  .object({
    jobs: z.array(JobView).meta({ description: "The jobs of this page, newest first" }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "`cursor` of the next page; null: this is the last" }),
    total: count.optional().meta({
      description: `Only with \`total=true\`: the number of jobs on all pages. ${LIMITS.countedJobs} stands for this many or more`,
    }),
  })
  .meta({ id: "JobList" });
export type JobList = z.infer<typeof JobList>;

export const JobDeletion = z
  .strictObject({
    ids: z
      .array(z.string().max(64))
      .min(1)
      .max(LIMITS.jobsPerDeletion)
      .meta({ description: "IDs of the jobs to delete" }),
  })
  .meta({ id: "JobDeletion" });
export type JobDeletion = z.infer<typeof JobDeletion>;

export const JobsDeleted = z
  .object({
    deleted: z.array(z.string()).meta({ description: "IDs of the deleted jobs" }),
    kept: z
      .array(z.string())
      .meta({ description: "Jobs that are being rendered. Delete them once they have ended" }),
  })
  .meta({ id: "JobsDeleted" });
export type JobsDeleted = z.infer<typeof JobsDeleted>;

export const ErrorBody = z
  .object({
    error: z.string().meta({ description: "What happened, for people" }),
    code: z.string().meta({ description: "Code of the error, for programs" }),
    details: z
      .array(
        z.object({
          path: z.string().meta({ description: "Path of the field in the request" }),
          message: z.string().meta({ description: "What is wrong with it" }),
        }),
      )
      .optional()
      .meta({ description: "The fields that are not valid" }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;
