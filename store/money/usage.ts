/** An account's usage: the credits of its period and the requests in its rate windows. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { PLANS, type Plan, TIERS, type Tier } from "#contract/plans.ts";
import type { Bound, Db } from "../db.ts";
import { accountOf, type BoundOwner, holderOf, mayCall, type Owner } from "../keys/owner.ts";
import { accounts } from "../schema.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** One sliding window of requests. */
export interface Window {
  name: "minute" | "day";
  windowMs: number;
  limit: number;
  used: number;
  /**
   * Unix ms. In a full window: when one more request fits. Otherwise: when the oldest request leaves; `now` if there is
   * no request.
   */
  freesAt: number;
}

export interface Usage {
  accountId: string;
  tier: Tier;
  /** Whether the email address is confirmed. */
  isVerified: boolean;
  creditsUsed: number;
  monthlyCredits: number;
  overageEnabled: boolean;
  periodEnd: number;
  /** Time in the browser of jobs that failed in this UTC day. */
  failedRenderMs: number;
  windows: Window[];
  /** Unix ms of the API key's last use, to the minute; null without a key, or before its first use. */
  keyUsedAt: number | null;
  /** False for an API key that lacks the scope of the call, or whose account is banned. */
  mayCall: boolean;
  isBanned: boolean;
}

/**
 * `case tier when 'free' then … end`: one number of the account's plan in SQL; null where the plan has no such limit.
 */
export function byTier(number: (plan: Plan) => number | null) {
  const cases = TIERS.map((tier) => `when '${tier}' then ${number(PLANS[tier]) ?? "null"}`);
  return sql.raw(`case accounts.tier ${cases.join(" ")} end`);
}

export const REQUESTS_PER_MINUTE = byTier((plan) => plan.requestsPerMinute);
export const REQUESTS_PER_DAY = byTier((plan) => plan.requestsPerDay);
export const FAILED_RENDER_MS_PER_DAY = byTier((plan) => plan.failedRenderMinutesPerDay * MINUTE_MS);
export const CREDITS_PER_MONTH = byTier((plan) => plan.creditsPerMonth);
export const OVERAGE_MILLIS = byTier((plan) => plan.overageMillis);

/** Requests of the account in the last `windowMs`. A window holds no more than its limit, so the index walk is short. */
export function requestsWithin(windowMs: number, now: Bound<number>) {
  const since = sql`${now} - ${sql.raw(String(windowMs))}`;
  return sql`(select count(*) from jobs r where r.account_id = accounts.id and r.created_at > ${since})`;
}

/** Largest rate limit of all plans: no window has to count more requests than this. */
const MAX_REQUESTS = Math.max(
  ...TIERS.flatMap((tier) => [PLANS[tier].requestsPerMinute, PLANS[tier].requestsPerDay ?? 0]),
);

/** Columns of `accounts` from which `toUsage` computes the usage. */
export function usageColumns(owner: BoundOwner, now: Bound<number>) {
  const since = sql`case when ${REQUESTS_PER_DAY} is null
    then ${now} - ${sql.raw(String(MINUTE_MS))} else ${now} - ${sql.raw(String(DAY_MS))} end`;
  return {
    accountId: accounts.id,
    tier: accounts.tier,
    emailConfirmedAt: accounts.emailConfirmedAt,
    bannedAt: accounts.bannedAt,
    creditsUsed: sql<number>`case when period_end <= ${now} then 0 else credits_used end`,
    monthlyCredits: sql<number>`case when period_end <= ${now} then ${CREDITS_PER_MONTH} else monthly_credits end`,
    overageEnabled: accounts.overageEnabled,
    periodEnd: accounts.periodEnd,
    failedRenderMs: sql<number>`case when failed_render_until > ${now} then failed_render_ms else 0 end`,
    keyUsedAt:
      "key" in owner
        ? sql<number | null>`(select k.last_used_at from api_keys k where k.id = ${owner.key.id})`
        : sql<null>`null`,
    // Named, because D1 returns a row of a batch as an object, in which a column called 1 would come first.
    mayCall: mayCall(owner).as("may_call"),
    /** JSON array of Unix ms, newest first. */
    requests: sql<string>`(select json_group_array(newest.created_at) from (select r.created_at from jobs r
      where r.account_id = accounts.id and r.created_at > ${since}
      order by r.created_at desc limit ${sql.raw(String(MAX_REQUESTS))}) newest)`,
  };
}

/** Condition: the row is the owner's account, and it is neither banned nor being deleted. */
export function isOwner(owner: BoundOwner): SQL {
  return sql`accounts.id = ${accountOf(owner)} and accounts.deleting_at is null and accounts.banned_at is null`;
}

/** As `isOwner`, but also for a banned account, and for an API key that lacks the scope of the call. */
export function isHolder(owner: BoundOwner): SQL {
  return sql`accounts.id = ${holderOf(owner)} and accounts.deleting_at is null`;
}

/** The statement behind `readUsage`, for a batch. The usage has `mayCall`. */
export function selectUsage(db: Db, owner: Owner, now: number) {
  return db.select(usageColumns(owner, now)).from(accounts).where(isHolder(owner));
}

const Times = z.array(z.number());

function windowOf(
  name: Window["name"],
  windowMs: number,
  limit: number,
  requests: number[],
  now: number,
): Window {
  const inside = requests.filter((at) => at > now - windowMs);
  const leaving = inside[Math.min(limit, inside.length) - 1];
  return {
    name,
    windowMs,
    limit,
    used: inside.length,
    freesAt: leaving === undefined ? now : leaving + windowMs,
  };
}

/** A row of `usageColumns`. */
export const UsageRow = z.object({
  accountId: z.string(),
  tier: z.enum(TIERS),
  emailConfirmedAt: z.number().nullable(),
  bannedAt: z.number().nullable(),
  creditsUsed: z.number(),
  monthlyCredits: z.number(),
  overageEnabled: z.boolean(),
  periodEnd: z.number(),
  failedRenderMs: z.number(),
  keyUsedAt: z.number().nullable(),
  mayCall: z.number(),
  requests: z.string(),
});

export function toUsage(row: z.infer<typeof UsageRow>, now: number): Usage {
  const { requests, emailConfirmedAt, bannedAt, ...usage } = row;
  const plan: Plan = PLANS[row.tier];
  const times = Times.parse(JSON.parse(requests));
  const windows = [windowOf("minute", MINUTE_MS, plan.requestsPerMinute, times, now)];
  if (plan.requestsPerDay !== null) windows.push(windowOf("day", DAY_MS, plan.requestsPerDay, times, now));
  return {
    ...usage,
    isVerified: emailConfirmedAt !== null,
    isBanned: bannedAt !== null,
    mayCall: usage.mayCall !== 0,
    windows,
  };
}

export async function readUsage(db: Db, owner: Owner, now: number): Promise<Usage | null> {
  const [row] = await selectUsage(db, owner, now);
  return row ? toUsage(row, now) : null;
}
