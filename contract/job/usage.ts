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
  jobs: z.number().int().meta({ description: "Number of jobs" }),
  credits: z.number().int().meta({ description: "Credits used, without refunded ones" }),
  failures: z.number().int().meta({ description: "Of these, failed ones" }),
  canceled: z.number().int().meta({ description: "Of these, canceled ones" }),
  pdf: z.number().int().meta({ description: "PDFs" }),
  screenshot: z.number().int().meta({ description: "Screenshots" }),
  markdown: z.number().int().meta({ description: "Markdown files" }),
  html: z.number().int().meta({ description: "HTML files" }),
  latency_ms: z
    .object({
      p50: z.number().int().meta({ description: "Milliseconds that half of the jobs took at most" }),
      p90: z.number().int().meta({ description: "Milliseconds that 90 % of the jobs took at most" }),
      p99: z.number().int().meta({ description: "Milliseconds that 99 % of the jobs took at most" }),
    })
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
    days: z
      .array(UsageCounts.extend({ date: z.iso.date().meta({ description: "UTC day" }) }))
      .meta({ description: "Every day of the query, oldest first" }),
    keys: z
      .array(
        UsageCounts.extend({
          key_id: z.string().meta({ description: "ID of the key; empty for the dashboard" }),
          name: z.string().meta({ description: "Name of the key" }),
          kind: z
            .enum(["private", "public"])
            .meta({ description: "Whether it is an API key or a public key" }),
        }),
      )
      .meta({
        description:
          "Most jobs first. The filter `key` does not apply, so that the list has every key to filter by",
      }),
    domains: z
      .array(UsageCounts.extend({ host: z.string().meta({ description: "Host of the converted pages" }) }))
      .meta({
        description: `Hosts of the converted pages, most jobs first, at most ${LIMITS.domainUseRows}. The filter \`domain\` does not apply. Jobs without an address, such as deleted ones, are in no entry`,
      }),
    failed_render: z
      .object({
        seconds: z.number().int().meta({ description: "Seconds so far today" }),
        daily_limit_seconds: z
          .number()
          .int()
          .meta({ description: "Seconds after which new jobs are refused until the next day" }),
        resets_at: z.iso.datetime().meta({ description: "Start of the next UTC day" }),
      })
      .meta({
        description:
          "Time in the browser of the jobs that failed in this UTC day, except by a fault on our side",
      }),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;
