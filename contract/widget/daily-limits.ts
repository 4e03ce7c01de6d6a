/** Daily limits of a public key's buttons, in conversions. They reset at midnight UTC. */
import { LIMITS } from "../limits.ts";
import { PLANS, type Tier } from "../plans.ts";

export interface DailyLimits {
  /** Of one visitor, which is one network address. */
  visitor: number;
  /** Of all visitors of the key. */
  key: number;
}

/** The limits of a key whose owner has set none, so that one button cannot use up the month's credits in a day. */
export function defaultDailyLimits(tier: Tier): DailyLimits {
  const { creditsPerMonth } = PLANS[tier];
  return {
    visitor: Math.min(LIMITS.widgetVisitorJobsPerDay, creditsPerMonth * LIMITS.widgetVisitorDailyShare),
    key: creditsPerMonth * LIMITS.widgetKeyDailyShare,
  };
}
