/** Conversions of a public key's buttons by the domain of their page. */
import { and, desc, eq, gte, isNotNull, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { jobs, publicKeys } from "../schema.ts";

export interface DomainUse {
  host: string;
  jobs: number;
  finished: number;
  failed: number;
}

/**
 * Domains since `since` (Unix ms), most conversions first, at most LIMITS.domainUseRows. Null when the account has no such
 * key.
 */
export async function domainUse(
  db: Db,
  accountId: string,
  keyId: string,
  since: number,
): Promise<DomainUse[] | null> {
  const count = sql<number>`count(*)`;
  const domains = db
    .select({
      host: sql<string>`origin_host`,
      jobs: count,
      finished: sql<number>`sum(status = 'completed')`,
      failed: sql<number>`sum(status = 'failed')`,
    })
    .from(jobs)
    .where(
      and(
        eq(jobs.keyId, keyId),
        gte(jobs.createdAt, since),
        eq(jobs.accountId, accountId),
        isNotNull(jobs.originHost),
      ),
    )
    .groupBy(jobs.originHost)
    .orderBy(desc(count), jobs.originHost)
    .limit(LIMITS.domainUseRows);
  const key = db
    .select({ id: publicKeys.id })
    .from(publicKeys)
    .where(and(eq(publicKeys.id, keyId), eq(publicKeys.accountId, accountId)));
  const [[found], rows] = await db.batch([key, domains]);
  return found ? rows : null;
}
