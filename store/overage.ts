/** Credits past the limit that Stripe has still to be told of. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "./db.ts";
import { accounts, jobs, overage } from "./schema.ts";

export interface DueOverage {
  jobId: string;
  customerId: string;
  /** The plan it was used under, which has its own meter. */
  tier: Tier;
  /** When the credit was taken, Unix ms. */
  createdAt: number;
  /** Start of the account's current period. */
  currentPeriodStart: number;
}

/** Credits of completed jobs, those tried least first; of one account when given. */
export async function dueOverage(db: Db, limit: number, accountId?: string): Promise<DueOverage[]> {
  return db
    .select({
      jobId: overage.jobId,
      customerId: sql<string>`${accounts.stripeCustomerId}`,
      tier: jobs.tier,
      createdAt: overage.createdAt,
      currentPeriodStart: accounts.periodStart,
    })
    .from(overage)
    .innerJoin(accounts, eq(accounts.id, overage.accountId))
    .innerJoin(jobs, eq(jobs.id, overage.jobId))
    .where(
      and(
        isNotNull(overage.dueAt),
        isNull(overage.reportedAt),
        isNotNull(accounts.stripeCustomerId),
        accountId ? eq(overage.accountId, accountId) : undefined,
      ),
    )
    .orderBy(overage.attempts, overage.dueAt)
    .limit(limit);
}

export async function markReported(db: Db, jobId: string, now: number): Promise<void> {
  await db
    .update(overage)
    .set({ reportedAt: now, attempts: sql`attempts + 1` })
    .where(and(eq(overage.jobId, jobId), isNull(overage.reportedAt)));
}

export async function markUnreported(db: Db, jobId: string): Promise<void> {
  await db
    .update(overage)
    .set({ attempts: sql`attempts + 1` })
    .where(and(eq(overage.jobId, jobId), isNull(overage.reportedAt)));
}
