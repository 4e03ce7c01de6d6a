import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type PaidTier, PLANS } from "#contract/plans.ts";
import { OVERAGE_METERS } from "#contract/stripe.ts";
import { cancel, claim, complete } from "#store/jobs/jobs.ts";
import { claimDueOverage } from "#store/money/overage.ts";
import { accounts, jobs, overage } from "#store/schema.ts";
import { addJob } from "#store/test-account.ts";
import { db, sweepAt } from "../test-caller.ts";
import { reportOverage } from "./overage.ts";
import { type Buyer, control, newBuyer, stripe } from "./test-buyer.ts";

const HOUR_MS = 3_600_000;

/** A subscriber who has used all credits and has overage enabled. */
async function aboveLimit(tier: PaidTier): Promise<Buyer> {
  const buyer = await newBuyer();
  await buyer.subscribe(tier);
  await setUsed(buyer, tier);
  return buyer;
}

async function setUsed(buyer: Buyer, tier: PaidTier, overageCredits = 0): Promise<void> {
  await db
    .update(accounts)
    .set({ creditsUsed: PLANS[tier].creditsPerMonth + overageCredits, overageEnabled: true })
    .where(eq(accounts.id, buyer.accountId));
}

function begin(buyer: Buyer): Promise<string> {
  return addJob(db, buyer.accountId, Date.now());
}

async function convert(buyer: Buyer, at = Date.now()): Promise<string> {
  const id = await addJob(db, buyer.accountId, at);
  const job = await claim(db, id, at, 60_000);
  if (!job) throw new Error("not claimed");
  const result = { type: "pdf", bytes: 1, pages: 1, truncated: false, filename: "a.pdf" } as const;
  await complete(db, job, at, result, [], { queuedMs: 0 });
  return id;
}

/** Overage credits that Stripe has received for the account's current period. */
async function reportedCredits(buyer: Buyer, tier: PaidTier): Promise<number> {
  const { data } = await stripe.billing.meters.list({ status: "active" });
  const meter = data.find((one) => one.event_name === OVERAGE_METERS[tier]);
  const { periodStart, periodEnd } = await buyer.account();
  const summaries = await stripe.billing.meters.listEventSummaries(meter?.id ?? "", {
    customer: await buyer.customer(),
    start_time: periodStart / 1000,
    end_time: periodEnd / 1000,
  });
  return summaries.data.reduce((sum, one) => sum + one.aggregated_value, 0);
}

/** Moves the time to when the renewal's invoice is a draft, however long the month is. */
async function toRenewal(buyer: Buyer): Promise<void> {
  const [item] = (await buyer.subscription()).items.data;
  const toEnd = (item?.current_period_end ?? 0) - Date.now() / 1000;
  await control("clock", { advanceSeconds: Math.ceil(toEnd) + 60, customer: await buyer.customer() });
}

async function rowsOf(buyer: Buyer) {
  return db.select().from(overage).where(eq(overage.accountId, buyer.accountId));
}

test.each(["starter", "pro"] as const)(
  "credits above the %s limit are billed at the plan's overage price",
  async (tier) => {
    const buyer = await aboveLimit(tier);
    for (let count = 0; count < 3; count += 1) await convert(buyer);
    await reportOverage(env, db, Date.now(), 200);
    expect(await reportedCredits(buyer, tier)).toBe(3);
    await buyer.advance(32);
    const [renewal] = await buyer.invoices();
    const amounts = renewal?.lines.data.map((line) => line.amount);
    expect(amounts).toEqual([PLANS[tier].priceCents, (3 * PLANS[tier].overageMillis) / 10]);
  },
);

test("each job is reported once, however often the sweep runs", async () => {
  const buyer = await aboveLimit("starter");
  await convert(buyer);
  await Promise.all([reportOverage(env, db, Date.now(), 200), reportOverage(env, db, Date.now(), 200)]);
  await reportOverage(env, db, Date.now(), 200);
  expect(await reportedCredits(buyer, "starter")).toBe(1);
});

test("a report that was not noted before a crash counts once, also if the next one is in another period", async () => {
  const buyer = await aboveLimit("starter");
  const now = Math.floor(Date.now() / 1000) * 1000;
  const startPeriod = (periodStart: number) =>
    db.update(accounts).set({ periodStart }).where(eq(accounts.id, buyer.accountId));
  await startPeriod(now - 10 * HOUR_MS);
  const id = await convert(buyer, now - 3 * HOUR_MS);
  await reportOverage(env, db, now, 200);
  await db.update(overage).set({ reportedAt: null }).where(eq(overage.jobId, id));
  await startPeriod(now - 2 * HOUR_MS);
  await reportOverage(env, db, now, 200);
  expect(await rowsOf(buyer)).toMatchObject([{ jobId: id, reportedAt: now }]);
  await startPeriod(now - 10 * HOUR_MS);
  expect(await reportedCredits(buyer, "starter")).toBe(1);
});

test("a refund while a credit is being sent to Stripe leaves this credit, and removes one that is not", async () => {
  const buyer = await aboveLimit("starter");
  await db
    .update(accounts)
    .set({ creditsUsed: PLANS.starter.creditsPerMonth - 2 })
    .where(eq(accounts.id, buyer.accountId));
  const [first, second] = [await begin(buyer), await begin(buyer)];
  const sent = await convert(buyer);
  await control("pause", { match: sent });
  const reporting = reportOverage(env, db, Date.now(), 200);
  await control("paused", { match: sent });
  await convert(buyer);
  for (const id of [first, second]) await cancel(db, { accountId: buyer.accountId }, id, Date.now());
  await control("resume", { match: sent });
  await reporting;
  await reportOverage(env, db, Date.now(), 200);
  expect(await rowsOf(buyer)).toMatchObject([{ jobId: sent, reportedAt: expect.any(Number) }]);
  expect(await reportedCredits(buyer, "starter")).toBe(1);
});

test("a refund after the credit was sent makes the next overage credit free, also with overage off", async () => {
  const buyer = await aboveLimit("starter");
  await db
    .update(accounts)
    .set({ creditsUsed: PLANS.starter.creditsPerMonth - 1 })
    .where(eq(accounts.id, buyer.accountId));
  const first = await begin(buyer);
  const sent = await convert(buyer);
  await reportOverage(env, db, Date.now(), 200);
  await cancel(db, { accountId: buyer.accountId }, first, Date.now());
  await db.update(accounts).set({ overageEnabled: false }).where(eq(accounts.id, buyer.accountId));
  await convert(buyer);
  await reportOverage(env, db, Date.now(), 200);
  expect(await rowsOf(buyer)).toMatchObject([{ jobId: sent }]);
  expect(await reportedCredits(buyer, "starter")).toBe(1);
  await expect(begin(buyer)).rejects.toThrow();
});

test("after a crash before the report, the sweep reports the credit once", async () => {
  const buyer = await aboveLimit("starter");
  await convert(buyer);
  expect(await claimDueOverage(db, Date.now(), 200, buyer.accountId)).toHaveLength(1);
  await reportOverage(env, db, Date.now(), 200);
  await reportOverage(env, db, Date.now(), 200);
  expect(await reportedCredits(buyer, "starter")).toBe(1);
});

test("the dashboard shows the same overage as Stripe has received", async () => {
  const buyer = await aboveLimit("pro");
  for (let count = 0; count < 4; count += 1) await convert(buyer);
  await reportOverage(env, db, Date.now(), 200);
  const rows = await rowsOf(buyer);
  expect(rows).toHaveLength(await reportedCredits(buyer, "pro"));
  expect(rows.every((row) => row.reportedAt !== null)).toBe(true);
});

test("a job that has not completed is not billed", async () => {
  const buyer = await aboveLimit("starter");
  await addJob(db, buyer.accountId, Date.now());
  await reportOverage(env, db, Date.now(), 200);
  expect(await reportedCredits(buyer, "starter")).toBe(0);
});

test("the next sweep repeats a report that Stripe refused, and the other reports do not wait for it", async () => {
  const buyer = await aboveLimit("starter");
  const failing = await convert(buyer);
  await convert(buyer);
  await control("fail", { match: failing, times: 3 });
  await reportOverage(env, db, Date.now(), 200);
  expect(await reportedCredits(buyer, "starter")).toBe(1);
  await reportOverage(env, db, Date.now(), 200);
  expect(await reportedCredits(buyer, "starter")).toBe(2);
});

test("an event that Stripe has already, because its response was lost, counts as reported", async () => {
  const buyer = await aboveLimit("starter");
  const id = await convert(buyer);
  await stripe.billing.meterEvents.create({
    event_name: OVERAGE_METERS.starter,
    identifier: id,
    payload: { stripe_customer_id: await buyer.customer(), value: "1" },
  });
  await reportOverage(env, db, Date.now(), 200);
  const [row] = await rowsOf(buyer);
  expect(row?.reportedAt).toBeTypeOf("number");
  expect(await reportedCredits(buyer, "starter")).toBe(1);
});

test("credits keep the overage price of the plan under which they were used", async () => {
  const buyer = await aboveLimit("starter");
  await convert(buyer);
  await buyer.choose("pro");
  await setUsed(buyer, "pro", 1);
  await convert(buyer);
  await reportOverage(env, db, Date.now(), 200);
  expect([await reportedCredits(buyer, "starter"), await reportedCredits(buyer, "pro")]).toEqual([1, 1]);
});

test("unreported usage is reported before the period's invoice becomes final", async () => {
  const buyer = await aboveLimit("starter");
  await convert(buyer);
  await toRenewal(buyer);
  const [draft] = await buyer.invoices();
  expect(draft).toMatchObject({ status: "draft", amount_due: PLANS.starter.priceCents });
  await buyer.deliver();
  await control("clock", { advanceSeconds: 3_600, customer: await buyer.customer() });
  const [final] = await buyer.invoices();
  expect(final?.amount_paid).toBe(PLANS.starter.priceCents + PLANS.starter.overageMillis / 10);
});

test("the invoice waits while usage cannot be reported", async () => {
  const buyer = await aboveLimit("starter");
  const id = await convert(buyer);
  await toRenewal(buyer);
  await control("fail", { match: id, times: 3 });
  await expect(buyer.deliver()).rejects.toThrow("invoice.created returned 5");
});

test("usage reported after the period's invoice is billed in the current period", async () => {
  const buyer = await aboveLimit("starter");
  const id = await convert(buyer);
  const hour = 3_600_000;
  const periodStart = Math.floor(Date.now() / 1000) * 1000 - 5 * hour;
  await db.update(accounts).set({ periodStart }).where(eq(accounts.id, buyer.accountId));
  await db
    .update(overage)
    .set({ createdAt: Date.now() - 6 * hour })
    .where(eq(overage.jobId, id));
  await reportOverage(env, db, Date.now(), 200);
  expect(await reportedCredits(buyer, "starter")).toBe(1);
});

test("a plan without overage is never billed for it", async () => {
  const buyer = await newBuyer();
  const id = await convert(buyer);
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
  expect(job?.overageMillis).toBeNull();
  expect(await rowsOf(buyer)).toEqual([]);
});

test("the sweep reports overage each minute", async () => {
  const buyer = await aboveLimit("starter");
  await convert(buyer);
  await sweepAt(Date.now());
  expect(await reportedCredits(buyer, "starter")).toBe(1);
});
