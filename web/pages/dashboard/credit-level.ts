/** Level of the credits used in the period: the colour of the bar and the warning below it (spec §4, §8). */
import type { Profile } from "#contract/account/profile.ts";
import { CREDIT_THRESHOLDS, isCapReached } from "#contract/plans.ts";
import { SHOWN_ERRORS } from "#contract/shown-errors.ts";

export type CreditLevel = "normal" | "warning" | "critical" | "over";
type Credits = Pick<Profile, "credits_used" | "monthly_credits">;
type Overage = Pick<Profile, "tier" | "overage_enabled" | "overage_millis" | "spending_cap_cents">;

export function creditPercent({ credits_used, monthly_credits }: Credits): number {
  return monthly_credits > 0 ? (credits_used / monthly_credits) * 100 : 100;
}

export function creditLevel(credits: Credits): CreditLevel {
  const percent = creditPercent(credits);
  if (percent > CREDIT_THRESHOLDS.exhausted) return "over";
  if (percent >= CREDIT_THRESHOLDS.critical) return "critical";
  if (percent >= CREDIT_THRESHOLDS.warning) return "warning";
  return "normal";
}

function overageWarning({ tier, overage_enabled, overage_millis, spending_cap_cents }: Overage) {
  if (!overage_enabled) return SHOWN_ERRORS.credits_exhausted.message;
  return isCapReached(tier, overage_millis, spending_cap_cents)
    ? SHOWN_ERRORS.spending_cap_reached.message
    : null;
}

/** Null below the first threshold, and above the limit if overage is on and has not reached its spending cap. */
export function creditWarning(credits: Credits & Overage): string | null {
  const percent = creditPercent(credits);
  if (percent >= CREDIT_THRESHOLDS.exhausted) return overageWarning(credits);
  if (percent >= CREDIT_THRESHOLDS.critical) {
    return "You are running low on credits. Consider upgrading your plan.";
  }
  if (percent >= CREDIT_THRESHOLDS.warning) return "You have used most of your monthly credits.";
  return null;
}
