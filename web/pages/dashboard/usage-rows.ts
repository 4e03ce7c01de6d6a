/** Usage as rows of one table, from which the chart, the table and the CSV file are made. */
import type { Usage, UsageCounts } from "#contract/job/usage.ts";
import { day } from "../../words/dates.ts";
import { readableHost } from "../../words/readable-address.ts";

export const GROUPS = [
  { value: "days", label: "Days" },
  { value: "keys", label: "Keys" },
  { value: "domains", label: "Domains" },
] as const;
export type Group = (typeof GROUPS)[number]["value"];

export interface UsageRow extends UsageCounts {
  /** The date, the key's id or the host. */
  id: string;
  name: string;
}

/** Days are in UTC. Noon has the same date in most time zones of browsers. */
function dayName(date: string): string {
  return day(`${date}T12:00:00`);
}

export function rowsOf(usage: Usage, group: Group): UsageRow[] {
  switch (group) {
    case "days":
      return usage.days.map((row) => ({ ...row, id: row.date, name: dayName(row.date) }));
    case "keys":
      return usage.keys.map((row) => ({ ...row, id: row.key_id }));
    case "domains":
      return usage.domains.map((row) => ({ ...row, id: row.host, name: readableHost(row.host) }));
    default:
      return group satisfies never;
  }
}

interface Column {
  label: string;
  /** Name in the CSV file. */
  field: string;
  value: (row: UsageRow) => number | null;
  /** The value is a time in milliseconds. */
  isTime?: true;
}

export const COLUMNS: readonly Column[] = [
  { label: "Jobs", field: "jobs", value: (row) => row.jobs },
  { label: "PDFs", field: "pdf", value: (row) => row.pdf },
  { label: "Screenshots", field: "screenshot", value: (row) => row.screenshot },
  { label: "Markdown", field: "markdown", value: (row) => row.markdown },
  { label: "HTML", field: "html", value: (row) => row.html },
  { label: "Failed", field: "failures", value: (row) => row.failures },
  { label: "Canceled", field: "canceled", value: (row) => row.canceled },
  { label: "Credits", field: "credits", value: (row) => row.credits },
  { label: "p50", field: "p50_ms", value: (row) => row.latency_ms?.p50 ?? null, isTime: true },
  { label: "p90", field: "p90_ms", value: (row) => row.latency_ms?.p90 ?? null, isTime: true },
  { label: "p99", field: "p99_ms", value: (row) => row.latency_ms?.p99 ?? null, isTime: true },
];

export function cellText(row: UsageRow, { value, isTime }: Column): string {
  const number = value(row);
  if (number === null) return "–";
  return isTime ? `${(number / 1000).toFixed(1)} s` : number.toLocaleString("en-US");
}

/** A text with a comma or a quote is quoted. One that starts like a formula gets an apostrophe, so that it stays a text. */
function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The table as CSV (RFC 4180). Times are in milliseconds. */
export function csvOf(group: Group, rows: readonly UsageRow[]): string {
  const names = { days: ["date"], keys: ["key_id", "key"], domains: ["domain"] }[group];
  const lines = rows.map((row) => [
    ...(group === "keys" ? [row.id, row.name] : [row.id]).map(csvText),
    ...COLUMNS.map(({ value }) => value(row) ?? ""),
  ]);
  const head = [...names, ...COLUMNS.map(({ field }) => field)];
  return [head, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}
