/** The filters of the usage page, in the query string of the page, and as `GET /user/usage` takes them. */
import { LIMITS } from "#contract/limits.ts";
import { OUTPUT_FILTER, STATUS_FILTER } from "../../job-list/filter-options.ts";
import { RECENT_DAYS } from "../../queries/usage.ts";

const DAY_MS = 86_400_000;

export const FILTER_NAMES = ["from", "to", "key", "domain", "outputType", "status"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The filters that are a choice of few values. */
export const CHOICES = [OUTPUT_FILTER, STATUS_FILTER] as const;

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Unix ms of a date, `YYYY-MM-DD`; null for another text. */
function timeOf(date: string | null): number | null {
  const ms = /^\d{4}-\d\d-\d\d$/.test(date ?? "") ? Date.parse(date ?? "") : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/** The first and the last day, in UTC: those of the address as far as they are known, else the last 30 days. */
export function daysOf(query: URLSearchParams, nowMs: number): { from: string; to: string; days: number } {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const oldest = today - (LIMITS.usageDays - 1) * DAY_MS;
  const known = (ms: number | null) => (ms === null ? null : Math.min(today, Math.max(oldest, ms)));
  const to = known(timeOf(query.get("to"))) ?? today;
  const from = known(timeOf(query.get("from"))) ?? Math.max(oldest, to - (RECENT_DAYS - 1) * DAY_MS);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return { from: dateOf(first), to: dateOf(last), days: (last - first) / DAY_MS + 1 };
}

/** The oldest and the newest day that can be chosen. */
export function boundsOf(nowMs: number): { min: string; max: string } {
  return { min: dateOf(nowMs - (LIMITS.usageDays - 1) * DAY_MS), max: dateOf(nowMs) };
}

/** The request's query. Values that the API would refuse are left out. */
export function usageQuery(query: URLSearchParams, nowMs: number): Record<string, string> {
  const { to, days } = daysOf(query, nowMs);
  const chosen: Record<string, string> = { days: String(days), to };
  for (const { name, values } of CHOICES) {
    const value = query.get(name);
    if (value && values.some((one) => one.value === value)) chosen[name] = value;
  }
  const longest = { key: 64, domain: LIMITS.domainChars };
  for (const name of ["key", "domain"] as const) {
    const value = query.get(name)?.trim();
    if (value && value.length <= longest[name]) chosen[name] = value;
  }
  return chosen;
}
