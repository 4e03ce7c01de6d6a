/**
 * Credit periods. When one is over, the next begins with the account's next request, even if the cron or a webhook is
 * late.
 */
import { and, eq, sql } from "drizzle-orm";
import { PERIOD_DAYS, PLANS, type Tier } from "#contract/plans.ts";
import type { Db } from "../db.ts";
import { accounts, ledger } from "../schema.ts";
import { CREDITS_PER_MONTH } from "./usage.ts";

const PERIOD_MS = PERIOD_DAYS * 86_400_000;

/**
 * Start of the period that contains `now`, in steps of PERIOD_DAYS from the last known end. The cast makes the division
 * an integer one, because D1 binds numbers as REAL.
 */
function startAt(now: number) {
  const at = sql`cast(${now} as integer)`;
  return sql`period_end + (${at} - period_end) / ${sql.raw(String(PERIOD_MS))} * ${sql.raw(String(PERIOD_MS))}`;
}

/** Condition: a canceled subscription has reached its end. Paid access then ends even if Stripe's webhook is late. */
function hasLapsed(now: number) {
  return sql`exists (select 1 from subscriptions s where s.account_id = accounts.id
    and s.cancel_at_period_end = 1 and s.current_period_end <= ${now})
    and not exists (select 1 from subscriptions s where s.account_id = accounts.id
    and s.ended_at is null and (s.cancel_at_period_end = 0 or s.current_period_end > ${now}))`;
}

function rollWhere(db: Db, where: ReturnType<typeof sql>, now: number) {
  const start = startAt(now);
  const lapsed = hasLapsed(now);
  return [
    db
      .insert(ledger)
      .select(
        sql`select null, id, 'reset', cast(${start} as text), -credits_used, ${now} from accounts
          where ${where} and credits_used <> 0`,
      )
      .onConflictDoNothing(),
    db
      .update(accounts)
      .set({
        periodStart: start,
        periodEnd: sql`${start} + ${sql.raw(String(PERIOD_MS))}`,
        creditsUsed: 0,
        tier: sql`case when ${lapsed} then 'free' else tier end`,
        monthlyCredits: sql`case when ${lapsed} then ${PLANS.free.creditsPerMonth} else ${CREDITS_PER_MONTH} end`,
        overageEnabled: sql`case when ${lapsed} then 0 else overage_enabled end`,
      })
      .where(where),
  ] as const;
}

/**
 * Statements that begin the account's next period if the last one is over; put them in a batch before what reads or
 * takes credits. A period ends PERIOD_DAYS after the last one; in a paid plan, billing corrects that to the
 * subscription's end.
 */
export function rollPeriod(db: Db, accountId: string, now: number) {
  return rollWhere(db, sql`id = ${accountId} and period_end <= ${now}`, now);
}

/** Begins the next period of up to `limit` accounts whose last one is over. Returns how many there were. */
export async function rollEndedPeriods(db: Db, now: number, limit: number): Promise<number> {
  const [reset, roll] = rollWhere(
    db,
    sql`id in (select id from accounts where period_end <= ${now} order by period_end limit ${limit})`,
    now,
  );
  const [, rolled] = await db.batch([reset, roll.returning({ id: accounts.id })]);
  return rolled.length;
}

export interface PlanPeriod {
  tier: Tier;
  /** Unix ms; Stripe's subscription item has seconds. */
  periodStart: number;
  periodEnd: number;
  /** Credits of this period: fewer than the plan's if the plan was changed within it. */
  monthlyCredits: number;
}

/**
 * Statements that put the account on a plan for a period. A later `periodStart` begins a new period with no credit
 * used; the same one keeps the used credits, so applying it twice changes nothing. An earlier one, of a reading from
 * before the last period began, changes the plan only. `only` is a further condition on the account's row.
 */
export function setPlan(db: Db, accountId: string, plan: PlanPeriod, now: number, only = sql`1`) {
  const { tier, periodStart, periodEnd, monthlyCredits } = plan;
  const isNew = sql`period_start < ${periodStart}`;
  const isOver = sql`period_start > ${periodStart}`;
  return [
    db
      .insert(ledger)
      .select(
        sql`select null, id, 'reset', ${String(periodStart)}, -credits_used, ${now} from accounts
          where id = ${accountId} and ${isNew} and credits_used <> 0 and ${only}`,
      )
      .onConflictDoNothing(),
    db
      .update(accounts)
      .set({
        tier,
        monthlyCredits: sql`case when ${isOver} then ${PLANS[tier].creditsPerMonth} else ${monthlyCredits} end`,
        creditsUsed: sql`case when ${isNew} then 0 else credits_used end`,
        periodStart: sql`max(period_start, ${periodStart})`,
        periodEnd: sql`case when ${isOver} then period_end else ${periodEnd} end`,
        ...(PLANS[tier].overageMillis === null ? { overageEnabled: false } : {}),
      })
      .where(and(eq(accounts.id, accountId), only)),
  ] as const;
}
