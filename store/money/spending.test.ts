import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import { changeOverage, readProfile } from "../accounts/accounts.ts";
import { openDb } from "../db.ts";
import { admit } from "../jobs/admit.ts";
import { cancel } from "../jobs/jobs.ts";
import { accounts, overage } from "../schema.ts";
import { addAccount, addJob, jobOf } from "../test-account.ts";

const db = openDb(env.DB);
const NOW = Date.UTC(2026, 5, 1);
const DEVICE = { userAgent: "test", country: null };
const PRICE = PLANS.starter.overageMillis;

/** A Starter account without credits, whose spending cap has room for `credits` overage credits. */
function outOfCredits(credits: number) {
  return addAccount(db, NOW, {
    tier: "starter",
    creditsUsed: PLANS.starter.creditsPerMonth,
    overageEnabled: true,
    // Almost enough for one more credit.
    spendingCapCents: (credits * PRICE) / 10 + PRICE / 10 - 1,
  });
}

async function outcomeAt(accountId: string, now: number) {
  return (await admit(db, { accountId }, jobOf(), now)).outcome;
}

async function spentBy(accountId: string) {
  const rows = await db.select().from(overage).where(eq(overage.accountId, accountId));
  return rows.reduce((sum, { priceMillis }) => sum + priceMillis, 0);
}

test("requests at the same time never spend more than the cap", async () => {
  const accountId = await outOfCredits(4);
  const admissions = await Promise.all(
    Array.from({ length: PLANS.starter.requestsPerMinute }, () => admit(db, { accountId }, jobOf(), NOW)),
  );
  const seen = Object.groupBy(admissions, ({ outcome }) => outcome);
  expect(seen.admitted).toHaveLength(4);
  expect(seen.spending_cap_reached).toHaveLength(PLANS.starter.requestsPerMinute - 4);
  expect(await spentBy(accountId)).toBe(4 * PRICE);
});

test.each(["starter", "pro"] as const)(
  "until it is changed, the cap of %s is the price of the plan",
  async (tier) => {
    const { creditsPerMonth, priceCents, overageMillis } = PLANS[tier];
    const creditsUsed = creditsPerMonth + 1;
    const accountId = await addAccount(db, NOW, { tier, creditsUsed, overageEnabled: true });
    const periodStart = NOW;
    const last = { accountId, periodStart, createdAt: NOW, priceMillis: priceCents * 10 - overageMillis };
    await db.insert(overage).values({ ...last, jobId: `earlier-${tier}` });
    expect(await outcomeAt(accountId, NOW)).toBe("admitted");
    expect(await outcomeAt(accountId, NOW)).toBe("spending_cap_reached");
    expect((await readProfile(db, accountId, NOW))?.capCents).toBe(priceCents);
  },
);

test("a refunded overage credit leaves room for another one", async () => {
  const accountId = await outOfCredits(1);
  const jobId = await addJob(db, accountId, NOW);
  expect(await outcomeAt(accountId, NOW)).toBe("spending_cap_reached");
  await cancel(db, { accountId }, jobId, NOW);
  expect(await outcomeAt(accountId, NOW)).toBe("admitted");
});

test("a cap below what was spent stops overage and refunds nothing, a higher one resumes it", async () => {
  const accountId = await outOfCredits(5);
  for (let credit = 0; credit < 2; credit++) await addJob(db, accountId, NOW);
  await changeOverage(db, accountId, { spendingCapCents: 0 }, DEVICE, NOW);
  expect(await outcomeAt(accountId, NOW)).toBe("spending_cap_reached");
  expect(await spentBy(accountId)).toBe(2 * PRICE);
  await changeOverage(db, accountId, { spendingCapCents: (3 * PRICE) / 10 }, DEVICE, NOW);
  expect(await outcomeAt(accountId, NOW)).toBe("admitted");
  expect(await outcomeAt(accountId, NOW)).toBe("spending_cap_reached");
});

test("the next period starts without spending", async () => {
  const accountId = await outOfCredits(1);
  await addJob(db, accountId, NOW);
  const next = NOW + PERIOD_DAYS * 86_400_000;
  expect((await readProfile(db, accountId, next))?.spentMillis).toBe(0);
  await db.update(accounts).set({ monthlyCredits: 0 }).where(eq(accounts.id, accountId));
  expect(await outcomeAt(accountId, next)).toBe("admitted");
  expect(await outcomeAt(accountId, next)).toBe("spending_cap_reached");
});

test("a job that may not use overage is refused for its credits, also when the cap is reached", async () => {
  const accountId = await outOfCredits(0);
  const refused = await admit(db, { accountId }, jobOf({ mayUseOverage: false }), NOW);
  expect(refused.outcome).toBe("credits_exhausted");
});
