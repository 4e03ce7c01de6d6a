/** The filters of the list, in the query string of the page, and as the API takes them. */
import { JOB_SOURCES, type JobSource } from "#contract/job/values.ts";
import { OUTPUT_FILTER, STATUS_FILTER } from "../../job-list/filter-options.ts";
import type { JobQuery } from "../../queries/jobs.ts";

export const SOURCE_LABELS = {
  api: "API",
  widget: "Button",
  dashboard: "Dashboard",
} as const satisfies Record<JobSource, string>;

/** The filters that are a choice of few values. */
export const CHOICES = [
  STATUS_FILTER,
  OUTPUT_FILTER,
  {
    name: "source",
    label: "Source",
    values: JOB_SOURCES.map((value) => ({ value: String(value), label: SOURCE_LABELS[value] })),
  },
] as const;

export const FILTER_NAMES = ["search", "status", "outputType", "source", "key", "from", "to"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Midnight of the day `YYYY-MM-DD` in the time zone of the browser, `daysLater` days on; null for another text. */
function midnight(day: string, daysLater: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year || !month || !date) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

/** The value as the API takes it; null if the address has a value that the API would refuse. */
function queryValue(name: FilterName, text: string): string | null {
  const choice = CHOICES.find((one) => one.name === name);
  if (choice) return choice.values.some(({ value }) => value === text) ? text : null;
  if (name === "from") return midnight(text, 0);
  if (name === "to") return midnight(text, 1);
  return text.trim() || null;
}

/** The request's filters. The days `from` and `to` are both included, whichever is first. */
export function filtersOf(query: URLSearchParams): JobQuery {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const days = from && to && from > to ? { from: to, to: from } : { from, to };
  const given: Record<string, string> = { ...Object.fromEntries(query), ...days };
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = queryValue(name, given[name] ?? "");
      return value === null ? [] : [[name, value]];
    }),
  );
}
