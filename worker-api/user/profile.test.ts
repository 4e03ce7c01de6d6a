import { expect, test } from "vitest";
import { ProfileResponse, Usage } from "#contract/account.ts";
import { ERRORS } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { cancel, fail } from "#store/jobs/jobs.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import { publicKeys } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { addJob } from "#store/test-account.ts";
import { db } from "../test-caller.ts";
import { read, refusal, signedIn, stopClock } from "../test-session.ts";

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

test("usage lists each day and each key, without refunded credits", async () => {
  const now = stopClock();
  const { accountId, token } = await signedIn({ tier: "pro" });
  const other = await signedIn({ tier: "pro" });
  await addJob(db, other.accountId, now);
  const keyId = newId("pub");
  await db.insert(publicKeys).values({
    id: keyId,
    accountId,
    name: "Shop",
    key: newId("pub"),
    authorizedDomains: ["example.com"],
    createdAt: now,
  });
  await addJob(db, accountId, now - 2 * DAY_MS, { outputType: "screenshot", keyId: newId("key") });
  await addJob(db, accountId, now, { outputType: "markdown" });
  await addJob(db, accountId, now, { source: "widget", keyId });
  const failed = await addJob(db, accountId, now, { source: "widget", keyId });
  await fail(db, { id: failed }, now, { code: "dns_failed", message: "", stage: "navigating" });
  await cancel(db, { accountId }, await addJob(db, accountId, now), now);

  const usage = await read(Usage, "GET", "/user/usage?days=3", { token });
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  expect(usage.days).toEqual([
    {
      date: date(now - 2 * DAY_MS),
      jobs: 1,
      credits: 1,
      failures: 0,
      pdf: 0,
      screenshot: 1,
      markdown: 0,
      html: 0,
    },
    {
      date: date(now - DAY_MS),
      jobs: 0,
      credits: 0,
      failures: 0,
      pdf: 0,
      screenshot: 0,
      markdown: 0,
      html: 0,
    },
    { date: date(now), jobs: 4, credits: 2, failures: 1, pdf: 3, screenshot: 0, markdown: 1, html: 0 },
  ]);
  expect(usage.keys).toEqual([
    { key_id: keyId, name: "Shop", kind: "public", jobs: 2, credits: 1, failures: 1 },
    expect.objectContaining({ kind: "private", jobs: 1, credits: 1, failures: 0 }),
  ]);
});

test("usage shows the time of today's failed jobs, the plan's limit and when it starts again", async () => {
  const now = stopClock();
  const resets = nextUtcDay(now);
  const { token } = await signedIn({ tier: "starter", failedRenderMs: 90_500, failedRenderUntil: resets });
  const { failed_render } = await read(Usage, "GET", "/user/usage", { token });
  expect(failed_render).toEqual({
    seconds: 90,
    daily_limit_seconds: PLANS.starter.failedRenderMinutesPerDay * 60,
    resets_at: new Date(resets).toISOString(),
  });
});

test.each(["0", String(LIMITS.usageDays + 1), "many"])("usage of %s days is refused", async (days) => {
  const { token } = await signedIn();
  const refused = await refusal("GET", `/user/usage?days=${days}`, { token });
  expect(refused.body.details?.map(({ path }) => path)).toEqual(["days"]);
});
