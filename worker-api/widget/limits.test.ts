/** Credits, rate limits and daily limits of clicks. */
import { and, eq, ne } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { ErrorCode } from "#contract/errors.ts";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { type accounts, widgetUse } from "#store/schema.ts";
import { db, newClientAddress } from "../test-caller.ts";
import { stopClock } from "../test-session.ts";
import { click, created, expectRefusal, newSite, type Site } from "./test-site.ts";

const DAY_MS = 86_400_000;

afterEach(() => vi.restoreAllMocks());

test("without credits the page can read that the limit is reached", async () => {
  const site = await newSite({}, { creditsUsed: PLANS.pro.creditsPerMonth });
  await expectRefusal(await click(site), "credits_exhausted");
});

test("a click uses an overage credit only if its key may, even if the account's overage is on", async () => {
  const account = {
    tier: "starter",
    creditsUsed: PLANS.starter.creditsPerMonth,
    overageEnabled: true,
  } as const;
  await expectRefusal(await click(await newSite({}, account)), "credits_exhausted");
  const { jobId } = await created(await newSite({ overageEnabled: true }, account));
  expect(await readLinkedJob(db, jobId)).toMatchObject({ overageMillis: PLANS.starter.overageMillis });
  await expectRefusal(
    await click(await newSite({ overageEnabled: true }, { ...account, spendingCapCents: 0 })),
    "spending_cap_reached",
  );
  const switchedOff = { ...account, overageEnabled: false };
  await expectRefusal(await click(await newSite({ overageEnabled: true }, switchedOff)), "credits_exhausted");
});

/** Clicks until a click is refused. The rate limit's window may begin again once on the way. */
async function clickUntilRefused(site: Site, visitor: (click: number) => string): Promise<Response> {
  const perWindow = 5;
  for (let number = 1; number <= 2 * perWindow + 1; number++) {
    const response = await click(site, { visitor: visitor(number) });
    if (response.status !== 202) return response;
    await response.body?.cancel();
  }
  throw new Error("never refused");
}

test("one visitor's clicks are rate limited, other visitors' are not", async () => {
  const site = await newSite();
  const visitor = newClientAddress();
  const refused = await clickUntilRefused(site, () => visitor);
  expect(refused.headers.get("retry-after")).toBe("60");
  await expectRefusal(refused, "rate_limited");
  await created(site);
});

test("one visitor's daily limit does not affect other visitors", async () => {
  stopClock();
  const site = await newSite();
  const visitor = newClientAddress();
  await created(site, { visitor });
  await db
    .update(widgetUse)
    .set({ jobs: LIMITS.widgetVisitorJobsPerDay })
    .where(and(eq(widgetUse.keyId, site.id), ne(widgetUse.visitor, "")));
  await expectRefusal(await click(site, { visitor }), "rate_limited");
  await created(site);
});

test("addresses of one IPv6 network are one visitor", async () => {
  const refused = await clickUntilRefused(await newSite(), (number) => `2001:db8:7:7::${number}`);
  await expectRefusal(refused, "rate_limited");
});

test("a key uses no more than its daily share, and the error says when it works again", async () => {
  stopClock();
  const site = await newSite({}, { tier: "free" });
  await created(site);
  const share = PLANS.free.creditsPerMonth * LIMITS.widgetKeyDailyShare;
  await db
    .update(widgetUse)
    .set({ jobs: share - 1 })
    .where(and(eq(widgetUse.keyId, site.id), eq(widgetUse.visitor, "")));
  await created(site);
  const refused = await click(site);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await expectRefusal(refused, "key_quota_reached");
});

/** Stops the clock at noon, so that no day ends within a test. */
function stayAtNoon(): void {
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now - (now % DAY_MS) + DAY_MS / 2);
}

/** Today's counted clicks of the key, and of all its visitors. */
async function spentToday(site: Site): Promise<{ key: number; visitors: number }> {
  const rows = await db.select().from(widgetUse).where(eq(widgetUse.keyId, site.id));
  const sum = (isKey: boolean) =>
    rows.filter(({ visitor }) => (visitor === "") === isKey).reduce((total, { jobs }) => total + jobs, 0);
  return { key: sum(true), visitors: sum(false) };
}

test.for<[ErrorCode, Partial<typeof accounts.$inferInsert>]>([
  ["credits_exhausted", { creditsUsed: PLANS.pro.creditsPerMonth }],
  ["email_unverified", { emailConfirmedAt: null }],
])("a click that is refused as %s uses nothing of the key's daily share", async ([code, account]) => {
  stayAtNoon();
  const site = await newSite({}, account);
  const visitor = newClientAddress();
  for (const _ of [1, 2]) await expectRefusal(await click(site, { visitor }), code);
  expect(await spentToday(site)).toEqual({ key: 0, visitors: 2 });
});

test("the owner's own daily limits take the place of the plan's", async () => {
  const perVisitor = await newSite({ dailyVisitorLimit: 1 });
  const visitor = newClientAddress();
  expect((await click(perVisitor, { visitor })).status).toBe(202);
  expect((await click(perVisitor, { visitor })).status).toBe(429);
  expect((await click(perVisitor)).status).toBe(202);

  const whole = await newSite({ dailyLimit: 1 });
  expect((await click(whole)).status).toBe(202);
  const refused = await click(whole);
  expect(ErrorBody.parse(await refused.json()).code).toBe("key_quota_reached");
});

test("clicks above the plan's rate limit use nothing of the key's daily share", async () => {
  stayAtNoon();
  const site = await newSite({}, { tier: "free" });
  const clicks = 4 * PLANS.free.requestsPerMinute;
  const responses = await Promise.all(Array.from({ length: clicks }, () => click(site)));
  const statuses = Map.groupBy(responses, ({ status }) => status);
  expect(statuses.get(202)).toHaveLength(PLANS.free.requestsPerMinute);
  for (const refused of statuses.get(429) ?? []) await expectRefusal(refused, "rate_limited");
  expect(await spentToday(site)).toEqual({ key: PLANS.free.requestsPerMinute, visitors: clicks });
});

test("refused clicks count toward their visitor's daily limit", async () => {
  stayAtNoon();
  const site = await newSite({}, { creditsUsed: PLANS.pro.creditsPerMonth });
  const visitor = newClientAddress();
  await expectRefusal(await click(site, { visitor }), "credits_exhausted");
  await db
    .update(widgetUse)
    .set({ jobs: LIMITS.widgetVisitorJobsPerDay })
    .where(and(eq(widgetUse.keyId, site.id), ne(widgetUse.visitor, "")));
  await expectRefusal(await click(site, { visitor }), "rate_limited");
});
