/** What an API key adds to an admission: its monthly ceiling, its used credits, and the day's test jobs of its account. */
import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Bound, Db } from "../db.ts";
import { type BoundOwner, isTest, type Owner } from "../keys/owner.ts";
import { DAY_MS, isOwner, MINUTE_MS } from "../money/usage.ts";
import { accounts, apiKeys } from "../schema.ts";

/** Condition on `accounts`: the key of the owner may use one more credit in the period. */
function isBelowCeiling(owner: BoundOwner): SQL {
  if (!("key" in owner)) return sql`1`;
  return sql`exists (select 1 from api_keys k where k.id = ${owner.key.id} and (k.monthly_ceiling is null
    or case when k.credits_period = accounts.period_start then k.credits_used else 0 end < k.monthly_ceiling))`;
}

/** Condition on `accounts`: the UTC day has room for one more test job. */
function hasTestsLeft(now: Bound<number>): SQL {
  const day = sql.raw(String(DAY_MS));
  return sql`(select count(*) from jobs t where t.account_id = accounts.id and t.test = 1
    and t.created_at >= ${now} - ${now} % ${day}) < ${LIMITS.testJobsPerDay}`;
}

/** Condition on `accounts`: the job can be paid, by `credit` or because a test job costs none. */
export function canPay(owner: BoundOwner, credit: SQL, now: Bound<number>): SQL {
  if (!("key" in owner)) return credit;
  return sql`case when ${isTest(owner)} then ${hasTestsLeft(now)} else ${credit} and ${isBelowCeiling(owner)} end`;
}

/** Statement that reads which limit of the key is reached. */
export function selectKeyLimits(db: Db, owner: Owner, now: number) {
  return db
    .select({
      isBelowCeiling: sql<number>`${isBelowCeiling(owner)}`.as("is_below_ceiling"),
      hasTestsLeft: sql<number>`${hasTestsLeft(now)}`.as("has_tests_left"),
    })
    .from(accounts)
    .where(isOwner(owner));
}

/**
 * Statement that counts the credit of an admitted job for its key, and the use of the key. A session changes nothing.
 * A new period starts the count again.
 */
export function countKeyUse(db: Db, owner: BoundOwner, jobId: Bound<string>, now: Bound<number>) {
  const keyId = "key" in owner ? owner.key.id : null;
  const period = sql`(select a.period_start from accounts a where a.id = account_id)`;
  return db
    .update(apiKeys)
    .set({
      creditsUsed: sql`case when credits_period = ${period} then credits_used else 0 end + (not test)`,
      creditsPeriod: period,
      lastUsedAt: sql`${now} - ${now} % ${sql.raw(String(MINUTE_MS))}`,
    })
    .where(sql`id = ${keyId} and exists (select 1 from jobs where id = ${jobId})`);
}
