/** Use of credits until the end of the period, if the average of its days so far continues. */
import type { Profile } from "#contract/account/profile.ts";
import { PLANS } from "#contract/plans.ts";
import { dollarsOfMillis } from "../../billing/money.ts";
import { day } from "../../words/dates.ts";
import { counted } from "../../words/sizes.ts";

const DAY_MS = 86_400_000;

interface Forecast {
  perDay: number;
  /** Credits of the whole period, as if there were no limit. */
  credits: number;
  /** When the plan's credits are used up, as an ISO time; null if they last, or are used up already. */
  usedUpAt: string | null;
}

/** Null in the first day of a period, which is too short for an average, and after the period's end. */
export function forecastCredits(profile: Profile, nowMs: number): Forecast | null {
  const { credits_used, monthly_credits } = profile;
  const start = Date.parse(profile.subscription_period_start);
  const end = Date.parse(profile.subscription_period_end);
  if (nowMs - start < DAY_MS || nowMs >= end) return null;
  const perMs = credits_used / (nowMs - start);
  const credits = Math.round(perMs * (end - start));
  const isUsedUp = credits_used < monthly_credits && credits > monthly_credits;
  return {
    perDay: perMs * DAY_MS,
    credits,
    usedUpAt: isUsedUp ? new Date(start + monthly_credits / perMs).toISOString() : null,
  };
}

/** What is left at the end; or when nothing is left, and what overage costs until then, at most the spending cap. */
export function forecastText(profile: Profile, { credits, usedUpAt }: Forecast): string {
  const { tier, monthly_credits, credits_used, overage_enabled, overage_millis, spending_cap_cents } =
    profile;
  if (credits <= monthly_credits) return `${counted(monthly_credits - credits, "credit")} left`;
  const price = PLANS[tier].overageMillis;
  if (overage_enabled && price !== null) {
    const more = credits - Math.max(credits_used, monthly_credits);
    const millis = Math.min(overage_millis + more * price, spending_cap_cents * 10);
    return `${dollarsOfMillis(Math.max(millis, overage_millis))} of overage`;
  }
  return usedUpAt === null ? "0 credits left" : `Used up on ${day(usedUpAt)}`;
}
