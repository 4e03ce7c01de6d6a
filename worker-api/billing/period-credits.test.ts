import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { holdCredits } from "#store/money/subscriptions.ts";
import { subscriptions } from "#store/schema.ts";
import { db, sweepAt } from "../test-caller.ts";
import { type Buyer, control, newBuyer, press, sendEvent, stripe, urlIn } from "./test-buyer.ts";

const LOW = PLANS.starter.creditsPerMonth;
const CREDITS = PLANS.pro.creditsPerMonth - LOW;
const CENTS = PLANS.pro.priceCents - PLANS.starter.priceCents;

/** The prorations of the current period: their sum in cents, and the share of the last one made. */
async function prorated(buyer: Buyer): Promise<{ cents: number; share: number }> {
  const { start, end } = await buyer.period();
  const items = await stripe.invoiceItems.list({ customer: await buyer.customer(), limit: 100 });
  const mine = items.data.filter((item) => item.period.end === end);
  const from = mine[0]?.period.start ?? end;
  const cents = mine.reduce((sum, item) => sum + item.amount, 0);
  return { cents, share: (end - from) / (end - start) };
}

async function limit(buyer: Buyer): Promise<number> {
  return (await buyer.account()).monthlyCredits;
}

test("an upgrade in the period's last days adds the share of the credits that it costs", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.toShareLeft(1 / 30);
  await buyer.choose("pro");
  const { cents, share } = await prorated(buyer);
  expect(cents).toBe(53);
  expect(await limit(buyer)).toBe(LOW + Math.round(CREDITS * share));
  await buyer.deliver();
  expect(await limit(buyer)).toBe(323);
});

test("the period after an upgrade has the plan's full credits", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.toShareLeft(0.5);
  await buyer.choose("pro");
  await buyer.advance(32);
  await buyer.deliver("reverse");
  expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: PLANS.pro.creditsPerMonth });
});

test("a downgrade with unused credits refunds the share of the time that is left", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await buyer.toShareLeft(0.25);
  await buyer.choose("starter");
  const { cents, share } = await prorated(buyer);
  expect(cents).toBe(-CENTS / 4);
  expect(await limit(buyer)).toBe(PLANS.pro.creditsPerMonth - Math.round(CREDITS * share));
  expect((await buyer.call("GET", "/profile")).body).toMatchObject({ profile: { monthly_credits: 825 } });
});

test("a downgrade refunds no used credits", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await buyer.use(LOW + CREDITS / 2);
  await buyer.choose("starter");
  expect((await prorated(buyer)).cents).toBe(-CENTS / 2);
  expect(await limit(buyer)).toBe(LOW + CREDITS / 2);
});

test.each([1_000, 1_200])("a downgrade after %d used credits refunds nothing", async (used) => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await buyer.use(used);
  expect(await buyer.choose("starter")).toMatchObject({ status: 200 });
  expect((await prorated(buyer)).cents).toBe(0);
  expect(await buyer.account()).toMatchObject({
    tier: "starter",
    monthlyCredits: PLANS.pro.creditsPerMonth,
    creditsUsed: used,
  });
});

test("an upgrade and a downgrade right after it leave the lower plan's credits", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.toShareLeft(1 / 30);
  await buyer.choose("pro");
  await buyer.choose("starter");
  expect(await limit(buyer)).toBe(LOW);
});

test.each([600, 1_000])(
  "after %d used credits, an upgrade costs what the downgrade before it credited",
  async (used) => {
    const buyer = await newBuyer();
    await buyer.subscribe("pro");
    await buyer.use(used);
    await buyer.choose("starter");
    const credited = Math.abs((await prorated(buyer)).cents);
    await control("clock", { advanceSeconds: 60, customer: await buyer.customer() });
    const { body } = await buyer.call("GET", "/subscription/preview?tier=pro");
    expect(body).toMatchObject({ preview: { due_cents: credited, credits: { used, after: 1_000 } } });
    await buyer.choose("pro");
    await buyer.deliver();
    expect((await prorated(buyer)).cents).toBe(0);
    expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: 1_000, creditsUsed: used });
  },
);

test("an upgrade in the period's last minutes, which costs nothing, adds no credit", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.toShareLeft(1 / 10_000);
  await buyer.choose("pro");
  expect((await prorated(buyer)).cents).toBe(0);
  expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: LOW });
});

test("an upgrade that is paid later adds the credits of the share that was charged", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.toShareLeft(0.5);
  const { body } = await buyer.choose("pro");
  const { share } = await prorated(buyer);
  await buyer.deliver();
  expect(await limit(buyer)).toBe(LOW);
  await control("clock", { advanceSeconds: 20 * 3_600, customer: await buyer.customer() });
  await press(urlIn(body), { action: "pay", card: "works" });
  await buyer.deliver("reverse");
  expect(await limit(buyer)).toBe(LOW + Math.round(CREDITS * share));
});

test("an upgrade that was declined and then made later counts once", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.toShareLeft(0.75);
  await buyer.choose("pro");
  await buyer.portal({ action: "card", card: "declined" });
  await buyer.toShareLeft(0.5);
  await press(urlIn((await buyer.choose("pro")).body), { action: "pay", card: "works" });
  await buyer.deliver();
  const { share } = await prorated(buyer);
  expect(await limit(buyer)).toBe(LOW + Math.round(CREDITS * share));
});

/** Changes the plan in Stripe alone, as an operator does in the dashboard. */
async function changeInStripe(buyer: Buyer, tier: "starter" | "pro"): Promise<void> {
  const { id, items } = await buyer.subscription();
  const prices = JSON.parse(env.STRIPE_PRICES);
  await stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id, price: prices[tier] }] });
}

test("a change in Stripe's dashboard changes the credits by its proration, whatever the order of events", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.toShareLeft(0.6);
  await changeInStripe(buyer, "pro");
  const up = await prorated(buyer);
  const events = await buyer.newEvents();
  for (const event of [...events, ...events.toReversed()])
    expect(await sendEvent(event)).toMatchObject({ status: 200 });
  expect(await limit(buyer)).toBe(LOW + Math.round(CREDITS * up.share));
  await buyer.toShareLeft(0.3);
  await changeInStripe(buyer, "starter");
  const { cents } = await prorated(buyer);
  await buyer.deliver("reverse");
  expect(Math.abs((await limit(buyer)) - LOW - (CREDITS * cents) / CENTS)).toBeLessThan(2);
});

test("a change whose webhook is lost is found by the sweep", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.toShareLeft(0.5);
  await changeInStripe(buyer, "pro");
  await sweepAt(Date.now() + 86_400_001);
  expect(await limit(buyer)).toBe(LOW + CREDITS / 2);
});

test("after a crash before Stripe changed the plan, the sweep restores the credits", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  const { id } = await buyer.subscription();
  expect(await holdCredits(db, buyer.accountId, id, { from: 1_000, to: 400 })).toBe(true);
  expect(await limit(buyer)).toBe(400);
  await sweepAt(Date.now());
  expect(await limit(buyer)).toBe(1_000);
});

test("credits cannot be used and refunded at once", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  const { id } = await buyer.subscription();
  await buyer.use(401);
  expect(await holdCredits(db, buyer.accountId, id, { from: 1_000, to: 400 })).toBe(false);
  expect(await limit(buyer)).toBe(1_000);
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  expect(row?.fetchedAt).toBeGreaterThan(0);
});

test("a downgrade that Stripe refuses leaves the credits as they were", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  const { id } = await buyer.subscription();
  await control("fail", { match: `/v1/subscriptions/${id}  items`, times: 3 });
  expect(await buyer.choose("starter")).toMatchObject({ status: 502 });
  expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: 1_000 });
});

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LONG = { timeout: 180_000 };

const staysInProportion = async (seed: number) => {
  const random = randomFrom(seed);
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  /** Cents above the lower plan that the period's own invoice charged, and the changes since. */
  let [base, changes] = [0, 0];
  const steps = {
    up: () => buyer.choose("pro"),
    down: () => buyer.choose("starter"),
    async use() {
      const { creditsUsed, monthlyCredits } = await buyer.account();
      await buyer.use(Math.floor(random() * Math.max(0, monthlyCredits - creditsUsed)));
    },
    async wait() {
      const { start, end, now } = await buyer.period();
      await buyer.toShareLeft((random() * (end - now)) / (end - start));
    },
    async renew() {
      const { end, now } = await buyer.period();
      await control("clock", { advanceSeconds: end - now + 7_200, customer: await buyer.customer() });
      await buyer.deliver(random() < 0.5 ? "made" : "reverse");
      [base, changes] = [(await buyer.account()).tier === "pro" ? CENTS : 0, 0];
    },
    deliver: () => buyer.deliver(random() < 0.5 ? "made" : "reverse"),
  };
  const names = ["up", "down", "use", "wait", "up", "down", "use", "renew", "deliver"] as const;
  const done: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const name = names[Math.floor(random() * names.length)] ?? "use";
    done.push(name);
    const before = (await buyer.account()).tier;
    await steps[name]();
    const { tier, monthlyCredits, creditsUsed } = await buyer.account();
    if (tier !== before) changes += 1;
    const { cents } = await prorated(buyer);
    const granted = (monthlyCredits - LOW) / CREDITS;
    // Each change rounds its two lines to a cent and its credits to one.
    const rounding = changes * (1 / CENTS + 0.5 / CREDITS) + 1e-9;
    expect(Math.abs(granted - (base + cents) / CENTS), done.join(" ")).toBeLessThanOrEqual(rounding);
    expect(monthlyCredits, done.join(" ")).toBeGreaterThanOrEqual(Math.max(LOW, creditsUsed));
    expect(monthlyCredits, done.join(" ")).toBeLessThanOrEqual(PLANS.pro.creditsPerMonth);
    const { used, ledger } = await buyer.credits();
    expect(ledger, done.join(" ")).toBe(used);
  }
};

test(
  "over a random sequence of changes, uses and renewals, credits and money are in the same proportion",
  LONG,
  () => staysInProportion(1),
);

test(
  "over another random sequence, credits and money are in the same proportion",
  { ...LONG, tags: ["nightly"] },
  () => staysInProportion(2),
);
