/** Usage history of an account: per UTC day, and per key. */
import { and, eq, gte, isNotNull, ne, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { apiKeys, jobs, publicKeys } from "../schema.ts";

/** Jobs, credits that were not refunded, and failed jobs. */
const counts = {
  jobs: sql<number>`count(*)`,
  credits: sql<number>`sum(jobs.status not in ('failed', 'canceled'))`,
  failures: sql<number>`sum(jobs.status = 'failed')`,
};

/** Days with jobs since `since` (Unix ms), `YYYY-MM-DD` in UTC, oldest first. */
export function usageByDay(db: Db, accountId: string, since: number) {
  const date = sql<string>`date(jobs.created_at / 1000, 'unixepoch')`;
  return db
    .select({
      date,
      ...counts,
      pdf: sql<number>`sum(jobs.output_type = 'pdf')`,
      screenshot: sql<number>`sum(jobs.output_type = 'screenshot')`,
      markdown: sql<number>`sum(jobs.output_type = 'markdown')`,
      html: sql<number>`sum(jobs.output_type = 'html')`,
    })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), gte(jobs.createdAt, since), ne(jobs.source, "check")))
    .groupBy(date)
    .orderBy(date);
}

/** Keys used since `since` (Unix ms), most jobs first. `name` is null for deleted keys and for private keys. */
export function usageByKey(db: Db, accountId: string, since: number) {
  return db
    .select({
      keyId: sql<string>`jobs.key_id`,
      ...counts,
      name: publicKeys.name,
      isWidget: sql<number>`max(jobs.source = 'widget')`,
      revokedAt: apiKeys.revokedAt,
    })
    .from(jobs)
    .leftJoin(publicKeys, eq(publicKeys.id, jobs.keyId))
    .leftJoin(apiKeys, eq(apiKeys.id, jobs.keyId))
    .where(and(eq(jobs.accountId, accountId), gte(jobs.createdAt, since), isNotNull(jobs.keyId)))
    .groupBy(jobs.keyId)
    .orderBy(sql`2 desc`);
}
