/** Usage history: query and response of `GET /user/usage`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { JOB_FILTERS } from "./filters.ts";

export const UsageQuery = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.usageDays)
    .default(30)
    .meta({ description: "Number of UTC days, up to and including `to`" }),
  to: z.iso.date().optional().meta({ description: "Last UTC day. Default: today", example: "2026-11-30" }),
  status: JOB_FILTERS.status,
  outputType: JOB_FILTERS.outputType,
  key: JOB_FILTERS.key,
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(LIMITS.domainChars)
    .optional()
    .meta({ description: "Host of the converted page, with its port if it has one", example: "example.com" }),
});
export type UsageFilters = Pick<z.output<typeof UsageQuery>, "status" | "outputType" | "key" | "domain">;

const UsageCounts = z.object({
  jobs: z.number().int(),
  credits: z.number().int().meta({ description: "Credits used, without refunded ones" }),
  failures: z.number().int(),
  canceled: z.number().int(),
  pdf: z.number().int(),
  screenshot: z.number().int(),
  markdown: z.number().int(),
  html: z.number().int(),
  latency_ms: z
    .object({ p50: z.number().int(), p90: z.number().int(), p99: z.number().int() })
    .nullable()
    .meta({
      description:
        "Time from the creation to the completion of a job: 50, 90 and 99 % of the completed jobs took at most this long. null without completed jobs",
    }),
});
export type UsageCounts = z.infer<typeof UsageCounts>;

/** One entry per UTC day, per key and per domain; and the time of today's failed jobs. */
export const Usage = z
  .object({
    days: z.array(UsageCounts.extend({ date: z.iso.date() })),
    keys: z
      .array(
        UsageCounts.extend({ key_id: z.string(), name: z.string(), kind: z.enum(["private", "public"]) }),
      )
      .meta({
        description:
          "Most jobs first. The filter `key` does not apply, so that the list has every key to filter by",
      }),
    domains: z.array(UsageCounts.extend({ host: z.string() })).meta({
      description: `Hosts of the converted pages, most jobs first, at most ${LIMITS.domainUseRows}. The filter \`domain\` does not apply. Jobs without an address, such as deleted ones, are in no entry`,
    }),
    failed_render: z
      .object({
        seconds: z.number().int(),
        daily_limit_seconds: z.number().int(),
        resets_at: z.iso.datetime(),
      })
      .meta({
        description:
          "Time in the browser of the jobs that failed in this UTC day, except by a fault on our side",
      }),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;
