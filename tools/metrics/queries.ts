/** The ready queries of the metrics, in the SQL of Workers Analytics Engine. The dashboard and the guide show the same ones. */
import {
  columnOf,
  EVENT_COLUMN,
  type EventName,
  type NumberName,
  PHASES,
  type TextName,
} from "#metrics/events.ts";

export type Unit = "count" | "ms" | "share";

export interface Query {
  title: string;
  event: EventName;
  unit: Unit;
  /** By name: what is computed of each interval or group. */
  values: Readonly<Record<string, string>>;
  /** Column whose texts split the values. */
  by?: string;
  /** Condition on the points. */
  only?: string;
}

/** One point may stand for several: busy events are sampled. */
const WEIGHT = "_sample_interval";

/** SQL on the columns of one event. */
function on<Name extends EventName>(event: Name) {
  const column = (name: TextName<Name> | NumberName<Name>) => columnOf(event, name);
  const is = (name: TextName<Name>, value: string) => `${column(name)} = '${value}'`;
  return {
    event,
    column,
    is,
    sum: (name: NumberName<Name>) => `sum(${column(name)} * ${WEIGHT})`,
    max: (name: NumberName<Name>) => `max(${column(name)})`,
    quantile: (level: number, name: NumberName<Name>) =>
      `quantileExactWeighted(${level})(${column(name)}, ${WEIGHT})`,
    share: (condition: string) => `sum(if(${condition}, ${WEIGHT}, 0)) / sum(${WEIGHT})`,
  };
}

const COUNT = { unit: "count", values: { points: `sum(${WEIGHT})` } } as const;

const admission = on("admission");
const refusal = on("refusal");
const job = on("job");
const retry = on("retry");
const browser = on("browser");
const archive = on("archive");
const isCompleted = job.is("outcome", "completed");
const isFailed = job.is("outcome", "failed");

export const QUERIES: readonly Query[] = [
  { title: "Admitted jobs by source", event: "admission", ...COUNT, by: admission.column("source") },
  { title: "Ended jobs by outcome", event: "job", ...COUNT, by: job.column("outcome") },
  { title: "Refused requests by code", event: "refusal", ...COUNT, by: refusal.column("code") },
  { title: "Refused requests by call", event: "refusal", ...COUNT, by: refusal.column("call") },
  { title: "Failed jobs by code", event: "job", ...COUNT, by: job.column("code"), only: isFailed },
  {
    title: "Share of jobs that failed, by whose fault",
    event: "job",
    unit: "share",
    values: { service: job.share(job.is("fault", "service")), page: job.share(job.is("fault", "page")) },
  },
  {
    title: "Time in the queue",
    event: "job",
    unit: "ms",
    values: { p50: job.quantile(0.5, "queueMs"), p95: job.quantile(0.95, "queueMs") },
  },
  {
    title: "Time from the request to the file, p95 by output",
    event: "job",
    unit: "ms",
    values: { p95: job.quantile(0.95, "totalMs") },
    by: job.column("outputType"),
    only: isCompleted,
  },
  {
    title: "Time of each phase, p95",
    event: "job",
    unit: "ms",
    values: Object.fromEntries(PHASES.map((phase) => [phase, job.quantile(0.95, `${phase}Ms`)])),
    only: isCompleted,
  },
  { title: "Attempts that were repeated, by code", event: "retry", ...COUNT, by: retry.column("code") },
  {
    title: "Retired browsers by reason",
    event: "browser",
    ...COUNT,
    by: browser.column("reason"),
    only: browser.is("event", "retired"),
  },
  {
    title: "Browsers that did not start, by reason",
    event: "browser",
    ...COUNT,
    by: browser.column("reason"),
    only: browser.is("event", "not_started"),
  },
  {
    title: "Used credits",
    event: "admission",
    unit: "count",
    values: { credits: admission.sum("credits") },
    by: admission.column("credit"),
  },
  {
    title: "Refunded credits by code",
    event: "job",
    unit: "count",
    values: { credits: job.sum("refunded") },
    by: job.column("code"),
    only: `${job.column("refunded")} > 0`,
  },
  { title: "Archived jobs", event: "archive", unit: "count", values: { jobs: archive.sum("jobs") } },
];

function select(
  { event, values, by, only }: Query,
  dataset: string,
  time: { column: string; within: string },
) {
  const computed = Object.entries(values).map(([name, sql]) => `${sql} as ${name}`);
  const grouped = [time.column, by && `${by} as label`].filter(Boolean);
  const names = [time.column && "t", by && "label"].filter(Boolean);
  const lines = [
    `select ${[...grouped, ...computed].join(", ")}`,
    `from ${dataset}`,
    `where ${[time.within, `${EVENT_COLUMN} = '${event}'`, only].filter(Boolean).join(" and ")}`,
    names.length > 0 && `group by ${names.join(", ")}`,
    `order by ${time.column ? "t" : `${Object.keys(values)[0]} desc`}`,
  ];
  return lines.filter(Boolean).join("\n");
}

/** For the SQL API: one row for each text, of the last day. */
export function tableSql(query: Query, dataset: string): string {
  return select(query, dataset, { column: "", within: "timestamp > now() - interval '1' day" });
}

/** For Grafana, with the macros of its plugin: a row for each interval. */
export function seriesSql(query: Query, dataset: string): string {
  return select(query, dataset, { column: "$timeSeries as t", within: "$timeFilter" });
}
