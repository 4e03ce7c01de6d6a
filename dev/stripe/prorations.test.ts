import type Stripe from "stripe";
import { expect, test } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { newStripe } from "./test-stripe.ts";

/** A subscription to Starter and a change of its plan, at the moment when `share` of the period is left. */
async function subscribed(card = "works") {
  const world = await newStripe();
  const { customer, page } = await world.newCheckout();
  await world.press(page, { action: "pay", card });
  const { data } = await world.stripe.subscriptions.list({ customer });
  const [item] = data[0]?.items.data ?? [];
  if (!data[0] || !item) throw new Error("no subscription");
  const { id } = data[0];
  const { current_period_start: start, current_period_end: end } = item;
  const at = (share: number) => end - Math.round(share * (end - start));
  const change = (price: string, date: number, behavior: "always_invoice" | "create_prorations") =>
    ({
      items: [{ id: item.id, price }],
      proration_behavior: behavior,
      proration_date: date,
    }) satisfies Stripe.SubscriptionUpdateParams;
  return { ...world, customer, id, start, end, at, change };
}

const amounts = (invoice: Stripe.Invoice | undefined) => invoice?.lines.data.map((line) => line.amount);

test.each([1, 0.5, 1 / 3, 1 / 30])(
  "an upgrade with %d of the period left costs this share",
  async (share) => {
    const { stripe, customer, id, at, change, prices } = await subscribed();
    const wanted = change(prices.pro, at(share), "always_invoice");
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: wanted });
    await stripe.subscriptions.update(id, wanted);
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    const expected = [-PLANS.starter.priceCents * share, PLANS.pro.priceCents * share].map(Math.round);
    expect([amounts(preview), amounts(invoice)]).toEqual([expected, expected]);
    expect(invoice?.amount_paid).toBe(preview.amount_due);
  },
);

test("a downgrade's preview is the next invoice, with the credit and the next fee", async () => {
  const { stripe, id, at, change, prices } = await subscribed();
  await stripe.subscriptions.update(id, change(prices.pro, at(1), "always_invoice"));
  const wanted = change(prices.starter, at(0.5), "create_prorations");
  const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: wanted });
  expect(amounts(preview)).toEqual([-1250, 450, 900]);
  expect(preview.amount_due).toBe(100);
});

test("a preview changes nothing", async () => {
  const { stripe, customer, id, at, change, prices } = await subscribed();
  await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: change(prices.pro, at(1), "always_invoice"),
  });
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  expect((await stripe.invoiceItems.list({ customer })).data).toEqual([]);
});

test("the moment of a proration must lie within the period", async () => {
  const { stripe, id, start, end, change, prices } = await subscribed();
  for (const date of [start - 1, end + 1])
    await expect(
      stripe.subscriptions.update(id, change(prices.pro, date, "always_invoice")),
    ).rejects.toMatchObject({ param: "proration_date" });
});

test("invoice items show each proration with its moment and its invoice", async () => {
  const { stripe, customer, id, end, at, change, prices } = await subscribed();
  await stripe.subscriptions.update(id, change(prices.pro, at(1), "always_invoice"));
  await stripe.subscriptions.update(id, change(prices.starter, at(0.25), "create_prorations"));
  const { data } = await stripe.invoiceItems.list({ customer, expand: ["data.invoice"] });
  const shown = data.map(({ amount, period, invoice }) => ({
    amount,
    period,
    status: typeof invoice === "object" ? (invoice?.status ?? null) : "not expanded",
  }));
  const paid = { period: { start: at(1), end }, status: "paid" };
  const waiting = { period: { start: at(0.25), end }, status: null };
  expect(shown).toHaveLength(4);
  expect(shown).toEqual(
    expect.arrayContaining([
      { ...paid, amount: -900 },
      { ...paid, amount: 2500 },
      { ...waiting, amount: -625 },
      { ...waiting, amount: 225 },
    ]),
  );
});

test("a declined change waits 23 hours, but not beyond its period", async () => {
  const { stripe, control, customer, id, end, at, change, prices } = await subscribed("later");
  const wanted = {
    ...change(prices.pro, at(1), "always_invoice"),
    payment_behavior: "pending_if_incomplete",
  } as const;
  await stripe.subscriptions.update(id, wanted);
  const hours = async () => ((await stripe.subscriptions.retrieve(id)).pending_update?.expires_at ?? 0) - end;
  expect(await hours()).toBeLessThan(0);
  await control("clock", { advanceSeconds: end - Math.floor(Date.now() / 1000) - 3_600, customer });
  await stripe.subscriptions.update(id, wanted);
  expect(await hours()).toBe(0);
});

test("a subscription shows the card that pays it", async () => {
  const { stripe, id } = await subscribed();
  const { default_payment_method: card } = await stripe.subscriptions.retrieve(id, {
    expand: ["default_payment_method"],
  });
  expect(card).toMatchObject({ type: "card", card: { brand: "visa", last4: "4242" } });
});
