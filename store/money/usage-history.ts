/** Usage history of an account: per UTC day, per key and per domain. */
import { and, desc, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { UsageFilters } from "#contract/job/usage.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { apiKeys, jobs, publicKeys } from "../schema.ts";

export interface HistoryQuery extends UsageFilters {
  accountId: string;
  /** Unix ms; `to` itself is not included. */
  from: number;
  to: number;
}

/** Host and port of the page. Stored addresses are normalized: the first slash after `//` ends the host. */
const afterScheme = sql`substr(jobs.url, instr(jobs.url, '://') + 3)`;
const host = sql<string>`substr(${afterScheme}, 1, instr(${afterScheme}, '/') - 1)`;
const date = sql<string>`date(jobs.created_at / 1000, 'unixepoch')`;

function matches({ accountId, from, to, status, outputType, key, domain }: HistoryQuery): SQL | undefined {
  return and(
    eq(jobs.accountId, accountId),
    gte(jobs.createdAt, from),
    lt(jobs.createdAt, to),
    ne(jobs.source, "check"),
    status && eq(jobs.status, status),
    outputType && eq(jobs.outputType, outputType),
    key === undefined ? undefined : eq(jobs.keyId, key),
    domain === undefined ? undefined : eq(host, domain),
  );
}

/** The jobs, each with its time and the share of the group's completed jobs that took at most as long. */
function ranked(db: Db, query: HistoryQuery, by: SQL<string>) {
  const ms = sql<number>`jobs.finished_at - jobs.created_at`;
  const share = sql<number>`cume_dist() over (partition by ${by}, jobs.status = 'completed' order by ${ms})`;
  return db
    .select({
      partOf: by.as("part_of"),
      status: sql<string>`jobs.status`.as("status"),
      type: sql<string>`jobs.output_type`.as("type"),
      isWidget: sql<number>`jobs.source = 'widget'`.as("is_widget"),
      test: sql<number>`jobs.test`.as("test"),
      ms: ms.as("ms"),
      share: share.as("share"),
    })
    .from(jobs)
    .where(matches(query))
    .as("ranked");
}

/** The shortest time that at least this share of the completed jobs did not exceed. */
function percentile(share: number) {
  return sql<number | null>`min(case when ranked.status = 'completed'
    and ranked.share >= ${sql.raw(String(share))} then ranked.ms end)`;
}

const group = sql<string>`ranked.part_of`;
const counts = {
  jobs: sql<number>`count(*)`,
  credits: sql<number>`sum(ranked.status not in ('failed', 'canceled') and not ranked.test)`,
  failures: sql<number>`sum(ranked.status = 'failed')`,
  canceled: sql<number>`sum(ranked.status = 'canceled')`,
  pdf: sql<number>`sum(ranked.type = 'pdf')`,
  screenshot: sql<number>`sum(ranked.type = 'screenshot')`,
  markdown: sql<number>`sum(ranked.type = 'markdown')`,
  html: sql<number>`sum(ranked.type = 'html')`,
  p50: percentile(0.5),
  p90: percentile(0.9),
  p99: percentile(0.99),
};

/** Days with jobs, `YYYY-MM-DD` in UTC, oldest first. */
export function usageByDay(db: Db, query: HistoryQuery) {
  return db
    .select({ date: group, ...counts })
    .from(ranked(db, query, date))
    .groupBy(group)
    .orderBy(group);
}

/** Used keys, most jobs first. `name` is null for deleted public keys and for default API keys. */
export function usageByKey(db: Db, query: HistoryQuery) {
  return db
    .select({
      keyId: group,
      ...counts,
      name: sql<string | null>`coalesce(${publicKeys.name}, ${apiKeys.name})`,
      isWidget: sql<number>`max(ranked.is_widget)`,
      revokedAt: apiKeys.revokedAt,
    })
    .from(ranked(db, query, sql`jobs.key_id`))
    .leftJoin(publicKeys, eq(publicKeys.id, group))
    .leftJoin(apiKeys, eq(apiKeys.id, group))
    .where(sql`${group} is not null`)
    .groupBy(group)
    .orderBy(desc(counts.jobs), group);
}

/** Hosts of the converted pages, most jobs first, at most LIMITS.domainUseRows. */
export function usageByDomain(db: Db, query: HistoryQuery) {
  return db
    .select({ host: group, ...counts })
    .from(ranked(db, query, host))
    .where(ne(group, ""))
    .groupBy(group)
    .orderBy(desc(counts.jobs), group)
    .limit(LIMITS.domainUseRows);
}
