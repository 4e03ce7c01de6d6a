/** Overage credits that are not reported to Stripe yet. */
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tier } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { accounts, jobs, overage } from "../schema.ts";

export interface DueOverage {
  jobId: string;
  customerId: string;
  /** The plan under which the credit was used. Each plan has its own meter. */
  tier: Tier;
  /** When the credit was taken, Unix ms. */
  createdAt: number;
  /** Start of the account's current period. */
  currentPeriodStart: number;
}

/**
 * Takes unreported overage credits of completed jobs for sending, fewest attempts first; only of `accountId` if given.
 * A credit that was taken before is taken again, because a crash may have come before its report.
 */
export async function claimDueOverage(
  db: Db,
  now: number,
  limit: number,
  accountId?: string,
): Promise<DueOverage[]> {
  const [, due] = await db.batch([
    db
      .update(overage)
      .set({ sendingAt: sql`coalesce(sending_at, ${now})` })
      .where(inArray(overage.jobId, sql`(select job_id from ${selectDue(db, limit, accountId).as("due")})`)),
    selectDue(db, limit, accountId),
  ]);
  return due;
}

function selectDue(db: Db, limit: number, accountId?: string) {
  return db
    .select({
      jobId: overage.jobId,
      customerId: sql<string>`${accounts.stripeCustomerId}`.as("customer_id"),
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

/** D1 binds at most 100 parameters in a statement. */
const MAX_IDS = 90;

/** Marks the reports that Stripe accepted, and counts another attempt for all. */
export async function noteReports(
  db: Db,
  reports: { accepted: string[]; refused: string[] },
  now: number,
): Promise<void> {
  for (const ids of chunks(reports.accepted))
    await db
      .update(overage)
      .set({ reportedAt: now, attempts: sql`attempts + 1` })
      .where(and(inArray(overage.jobId, ids), isNull(overage.reportedAt)));
  for (const ids of chunks(reports.refused))
    await db
      .update(overage)
      .set({ attempts: sql`attempts + 1` })
      .where(and(inArray(overage.jobId, ids), isNull(overage.reportedAt)));
}

function chunks(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  );
}
