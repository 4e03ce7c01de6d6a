import { expect, test } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { OVERAGE_METERS, StripeCatalog } from "#contract/stripe.ts";
import { newStripe } from "../dev/stripe/test-stripe.ts";
import { setUpStripe } from "./stripe-setup.ts";

test("a second run finds everything and makes nothing", async () => {
  const { stripe, prices } = await newStripe();
  expect(await setUpStripe(stripe)).toEqual(prices);
  expect(await setUpStripe(stripe)).toEqual(prices);
  expect((await stripe.prices.list({ limit: 100 })).data).toHaveLength(4);
  expect((await stripe.billing.meters.list({ limit: 100 })).data).toHaveLength(2);
  expect((await stripe.billingPortal.configurations.list({ limit: 100 })).data).toHaveLength(1);
});

test("the prices are those of the plans", async () => {
  const { stripe, prices } = await newStripe();
  const { data } = await stripe.prices.list({ limit: 100 });
  const cents = (id: string) => data.find((price) => price.id === id)?.unit_amount;
  expect(cents(prices.starter)).toBe(PLANS.starter.priceCents);
  expect(cents(prices.pro)).toBe(PLANS.pro.priceCents);
  expect(cents(prices.starterOverage)).toBe(PLANS.starter.overageMillis / 10);
  expect(cents(prices.proOverage)).toBe(PLANS.pro.overageMillis / 10);
});

test("each plan's overage has its own meter, which sums its events", async () => {
  const { stripe } = await newStripe();
  const { data } = await stripe.billing.meters.list({ status: "active" });
  expect(data.map((meter) => meter.event_name).sort()).toEqual(Object.values(OVERAGE_METERS).sort());
  for (const meter of data) expect(meter.default_aggregation.formula).toBe("sum");
});

test("a changed amount makes a new price with the same lookup key, and the old price stays for its subscribers", async () => {
  const { stripe, prices } = await newStripe();
  const old = await stripe.prices.create({
    product: "platen_starter",
    currency: "usd",
    unit_amount: 500,
    recurring: { interval: "month" },
    lookup_key: "platen_starter_monthly",
    transfer_lookup_key: true,
  });
  const now = await setUpStripe(stripe);
  expect(now.starter).not.toBe(old.id);
  expect(now.starter).not.toBe(prices.starter);
  expect((await stripe.prices.list({ limit: 100 })).data.map((price) => price.id)).toContain(old.id);
});

test("the printed ids are what the Worker reads", async () => {
  const { prices } = await newStripe();
  expect(StripeCatalog.parse(JSON.parse(JSON.stringify(prices)))).toEqual(prices);
});
