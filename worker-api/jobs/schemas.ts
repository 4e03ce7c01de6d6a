/** What `/jobs` takes beside its body. */
import { z } from "@hono/zod-openapi";
import { JOB_STATUSES } from "#contract/job-state.ts";
import { LIMITS } from "#contract/limits.ts";
import { OUTPUT_TYPES } from "#contract/option-values.ts";
import { readCursor } from "./cursor.ts";

export const JobId = z.object({ id: z.string().meta({ description: "The job's id", example: "job_4fT…" }) });

const Prefer = z
  .string()
  .optional()
  .meta({
    description: `\`wait=N\`: answers the finished job when it ends within N seconds (at most ${LIMITS.waitSeconds})`,
    example: "wait=30",
  });

const Accept = z.string().optional().meta({
  description:
    "The file's own type (`application/pdf`, `image/*`): once the job has ended, its bytes are the answer",
});

export const ReadHeaders = z.object({ prefer: Prefer, accept: Accept });

export const CreateHeaders = ReadHeaders.extend({
  "idempotency-key": z
    .string()
    .min(1)
    .max(LIMITS.idempotencyKeyChars)
    .optional()
    .meta({
      description: `The same key with the same body gives the same job for ${LIMITS.idempotencyHours} hours`,
      example: "order-4711",
    }),
});

const cursor = z
  .string()
  .transform((text, ctx) => {
    const place = readCursor(text);
    if (place) return place;
    ctx.addIssue({ code: "custom", message: "is not a cursor of this list" });
    return z.NEVER;
  })
  .optional()
  .openapi({ type: "string", description: "`nextCursor` of the page before" });

export const ListQuery = z.strictObject({
  status: z.enum(JOB_STATUSES).optional(),
  outputType: z.enum(OUTPUT_TYPES).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.jobsPerPage).default(20),
  cursor,
});
