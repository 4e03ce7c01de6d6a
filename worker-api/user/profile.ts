/** `GET /user/profile` and `PATCH /user/settings`. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type Profile, ProfileResponse, SettingsPatch } from "#contract/account/profile.ts";
import { changeOverage, readProfile } from "#store/accounts/accounts.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { deviceOf } from "../http/device.ts";
import { isoTime, isoTimeOrNull } from "../http/iso-time.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";

async function viewProfile(c: Context<AppEnv>): Promise<Profile> {
  const row = await readProfile(c.var.db, c.var.account.accountId, Date.now());
  if (!row) throw new ApiError("session_required");
  const { account } = row;
  return {
    id: account.id,
    email: account.email,
    email_confirmed_at: isoTimeOrNull(account.emailConfirmedAt),
    tier: account.tier,
    monthly_credits: account.monthlyCredits,
    credits_used: account.creditsUsed,
    subscription_period_start: isoTime(account.periodStart),
    subscription_period_end: isoTime(account.periodEnd),
    overage_enabled: account.overageEnabled,
    overage_credits: row.overageCredits,
    overage_millis: row.spentMillis,
    spending_cap_cents: row.capCents,
    has_password: account.passwordHash !== null,
    payment_failed_at: isoTimeOrNull(account.paymentFailedAt),
    created_at: isoTime(account.createdAt),
  };
}

export const profile = router();

profile.openapi(
  createRoute({
    method: "get",
    path: "/profile",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "getProfile",
    summary: "Read the account with its plan and credits",
    responses: { 200: response("The profile", ProfileResponse), default: refusal("session_required") },
  }),
  async (c) => c.json({ profile: await viewProfile(c) }, 200),
);

profile.openapi(
  createRoute({
    method: "patch",
    path: "/settings",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "updateSettings",
    summary: "Enable or disable overage, and set its spending cap",
    request: jsonBody(SettingsPatch),
    responses: {
      200: response("The profile", ProfileResponse),
      default: refusal("invalid_request", "session_required", "plan_required"),
    },
  }),
  async (c) => {
    const { overage_enabled, spending_cap_cents } = c.req.valid("json");
    const change = { overageEnabled: overage_enabled, spendingCapCents: spending_cap_cents };
    const { db, account } = c.var;
    if (!(await changeOverage(db, account.accountId, change, deviceOf(c), Date.now()))) {
      throw new ApiError("plan_required");
    }
    return c.json({ profile: await viewProfile(c) }, 200);
  },
);
