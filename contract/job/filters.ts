/** Filters of `GET /jobs`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { JOB_STATUSES } from "./state.ts";
import { JOB_SOURCES, OUTPUT_TYPES } from "./values.ts";

/** An ISO date, which is midnight UTC, or an ISO time; parsed to Unix ms. */
const time = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], "is not a date or time, such as 2026-11-23")
  .transform((text) => Date.parse(text));

export const JOB_FILTERS = {
  status: z.enum(JOB_STATUSES).optional().meta({ description: "Only jobs in this state" }),
  outputType: z.enum(OUTPUT_TYPES).optional().meta({ description: "Only jobs with this output" }),
  source: z
    .enum(JOB_SOURCES)
    .optional()
    .meta({ description: "Only jobs that an API key, a button or the dashboard created" }),
  key: z.string().min(1).max(64).optional().meta({
    description: "ID of the public key or API key that created the job",
    example: "pub_4fT…",
  }),
  from: time.optional().meta({
    description: "Only jobs created at this time or later: an ISO date (midnight UTC) or time",
    example: "2026-11-01",
  }),
  to: time.optional().meta({
    description: "Only jobs created before this time: an ISO date (midnight UTC) or time",
    example: "2026-12-01",
  }),
  search: z.string().trim().min(1).max(LIMITS.searchChars).optional().meta({
    description: "Text in the page's address or the file's name. Upper and lower case of A to Z are the same",
    example: "invoice",
  }),
};
export type JobFilters = z.output<z.ZodObject<typeof JOB_FILTERS>>;
