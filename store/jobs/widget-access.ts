/** What a button's request is looked up by: its public key, or the job it watches. A deleted key finds nothing, at once. */
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { accounts, jobs, publicKeys } from "../schema.ts";
import type { JobRow } from "./jobs.ts";

export interface KeyOwner {
  id: string;
  accountId: string;
  tier: Tier;
  authorizedDomains: string[];
  restrictTargets: boolean;
  lastUsedAt: number | null;
}

export interface WidgetJob {
  job: JobRow;
  authorizedDomains: string[];
}

export async function findPublicKey(db: Db, key: string): Promise<KeyOwner | null> {
  const [owner] = await db
    .select({
      id: publicKeys.id,
      accountId: publicKeys.accountId,
      tier: accounts.tier,
      authorizedDomains: publicKeys.authorizedDomains,
      restrictTargets: publicKeys.restrictTargets,
      lastUsedAt: publicKeys.lastUsedAt,
    })
    .from(publicKeys)
    .innerJoin(accounts, eq(accounts.id, publicKeys.accountId))
    .where(and(eq(publicKeys.key, key), isNull(accounts.deletingAt)));
  return owner ?? null;
}

/** The job together with the domains of the public key that asked for it; null for jobs of other sources. */
export async function findWidgetJob(db: Db, jobId: string): Promise<WidgetJob | null> {
  const [found] = await db
    .select({ job: jobs, authorizedDomains: publicKeys.authorizedDomains })
    .from(jobs)
    .innerJoin(publicKeys, and(eq(publicKeys.id, jobs.keyId), eq(publicKeys.accountId, jobs.accountId)))
    .where(and(eq(jobs.id, jobId), eq(jobs.source, "widget")));
  return found ?? null;
}

/** Notes the use of a key, once an hour at most, so that not each click writes. */
export async function touchPublicKey(db: Db, keyId: string, now: number): Promise<void> {
  const anHourAgo = now - 3_600_000;
  await db
    .update(publicKeys)
    .set({ lastUsedAt: now })
    .where(
      and(eq(publicKeys.id, keyId), or(isNull(publicKeys.lastUsedAt), lt(publicKeys.lastUsedAt, anHourAgo))),
    );
}
