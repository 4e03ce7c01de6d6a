/** Path, query and header parameters of `/jobs`. */
import { z } from "@hono/zod-openapi";
import { JOB_FILTERS } from "#contract/job/filters.ts";
import { LIMITS } from "#contract/limits.ts";
import { Cursor } from "../http/cursor.ts";

export const JobId = z.object({ id: z.string().meta({ description: "ID of the job", example: "job_4fT…" }) });

const PREFER = {
  in: "header",
  name: "Prefer",
  description: `\`wait=N\`: waits up to N seconds (at most ${LIMITS.waitSeconds}) for the job to finish`,
  schema: { type: "string" },
  example: "wait=30",
} as const;

const ACCEPT = {
  in: "header",
  name: "Accept",
  description:
    "The file's type (`application/pdf`, `image/*`, `text/markdown`, `text/html`): once the job is completed, the response is the file itself. Once it has failed, the response is its error, with the code and the status of that error",
  schema: { type: "string" },
} as const;

const IDEMPOTENCY_KEY = {
  in: "header",
  name: "Idempotency-Key",
  description: `Makes retries safe: for ${LIMITS.idempotencyHours} hours, the same key with the same body returns the same job`,
  schema: { type: "string", minLength: 1, maxLength: LIMITS.idempotencyKeyChars },
  example: "order-4711",
} as const;

/**
 * Described, not validated: a validator would parse all headers of the request, which costs more than reading the job.
 */
export const READ_HEADERS = [PREFER, ACCEPT];

export const CREATE_HEADERS = [...READ_HEADERS, IDEMPOTENCY_KEY];

export const ListQuery = z
  .strictObject({
    ...JOB_FILTERS,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(LIMITS.jobsPerPage)
      .default(20)
      .meta({ description: "Jobs of a page" }),
    cursor: Cursor,
    total: z.enum(["true", "false"]).default("false").meta({ description: "Whether to count the jobs" }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ["to"],
    message: "must be later than from",
  });
