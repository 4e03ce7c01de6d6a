import { expect, test } from "vitest";
import { ProfileResponse } from "#contract/account/profile.ts";
import { ERRORS } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { addJob } from "#store/test-account.ts";
import { db } from "../test-caller.ts";
import { read, refusal, signedIn } from "../test-session.ts";

const DAY_MS = 86_400_000;

test("overage can be enabled and disabled on the plans that have it", async () => {
  const { token } = await signedIn({ tier: "starter" });
  for (const overage_enabled of [true, false]) {
    const body = { overage_enabled };
    const { profile } = await read(ProfileResponse, "PATCH", "/user/settings", { token, body });
    expect(profile.overage_enabled).toBe(overage_enabled);
  }
});

test("the Free plan has no overage", async () => {
  const { token } = await signedIn();
  const refused = await refusal("PATCH", "/user/settings", { token, body: { overage_enabled: true } });
  expect(refused).toMatchObject({ status: 403, body: { error: ERRORS.plan_required.message } });
});

test("the owner sets the spending cap, and overage stays as it is", async () => {
  const { token } = await signedIn({ tier: "starter", overageEnabled: true });
  const capped = (spending_cap_cents: number) => ({ token, body: { spending_cap_cents } });
  const { profile } = await read(ProfileResponse, "PATCH", "/user/settings", capped(LIMITS.spendingCapCents));
  expect(profile).toMatchObject({ overage_enabled: true, spending_cap_cents: LIMITS.spendingCapCents });
  for (const cents of [-1, 0.5, LIMITS.spendingCapCents + 1]) {
    expect((await refusal("PATCH", "/user/settings", capped(cents))).status).toBe(400);
  }
  const empty = await refusal("PATCH", "/user/settings", { token, body: {} });
  expect(empty.body.details).toMatchObject([{ message: SENTENCES.nothingToChange }]);
  const free = await signedIn();
  const refused = await refusal("PATCH", "/user/settings", { ...capped(100), token: free.token });
  expect(refused.body.code).toBe("plan_required");
});

test("overage credits are counted with their price", async () => {
  const now = Date.now();
  const { monthly, millis } = {
    monthly: PLANS.starter.creditsPerMonth,
    millis: PLANS.starter.overageMillis,
  };
  const { accountId, token } = await signedIn({
    tier: "starter",
    overageEnabled: true,
    creditsUsed: monthly - 1,
  });
  for (let i = 0; i < 3; i++) await addJob(db, accountId, now);
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(profile).toMatchObject({
    credits_used: monthly + 2,
    overage_credits: 2,
    overage_millis: 2 * millis,
  });
});

test("reading the profile after a period's end shows the next period", async () => {
  const start = Date.now() - (PERIOD_DAYS + 1) * DAY_MS;
  const periodEnd = start + PERIOD_DAYS * DAY_MS;
  const { token } = await signedIn({ periodStart: start, periodEnd, creditsUsed: 50 });
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(profile.credits_used).toBe(0);
  expect(profile.subscription_period_start).toBe(new Date(periodEnd).toISOString());
});
