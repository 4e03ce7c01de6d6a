/** Profile for tests: on the Starter plan, no credits used. */
import type { Profile } from "#contract/account/profile.ts";

export const PROFILE: Profile = {
  id: "acc_1",
  email: "a@example.com",
  email_confirmed_at: "2026-01-01T00:00:00.000Z",
  tier: "starter",
  monthly_credits: 300,
  credits_used: 0,
  subscription_period_start: "2026-01-01T00:00:00.000Z",
  subscription_period_end: "2026-02-01T00:00:00.000Z",
  overage_enabled: false,
  overage_credits: 0,
  overage_millis: 0,
  spending_cap_cents: 900,
  has_password: true,
  payment_failed_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
};
