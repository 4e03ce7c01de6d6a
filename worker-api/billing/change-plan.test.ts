import { expect, test } from "vitest";
import { PLAN_CHANGED, SubscriptionResponse } from "#contract/account/billing.ts";
import { PLANS } from "#contract/plans.ts";
import { type Buyer, control, newBuyer, press, urlIn } from "./test-buyer.ts";

test("an upgrade charges only the difference, raises the limit at once and keeps the used credits", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.use(120);
  expect(await buyer.choose("pro")).toEqual({
    status: 200,
    body: {
      updated: true,
      message: PLAN_CHANGED.upgrade("pro", PLANS.pro.priceCents - PLANS.starter.priceCents),
    },
  });
  expect(await buyer.account()).toMatchObject({ tier: "pro", monthlyCredits: PLANS.pro.creditsPerMonth });
  expect(await buyer.credits()).toEqual({ used: 120, ledger: 120 });
  const [invoice] = await buyer.invoices();
  expect(invoice?.amount_paid).toBe(PLANS.pro.priceCents - PLANS.starter.priceCents);
  await buyer.deliver();
  expect(await buyer.credits()).toEqual({ used: 120, ledger: 120 });
});

test("a downgrade lowers the limit, keeps the used credits, and its credit reduces the next invoice", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  await buyer.use(200);
  expect(await buyer.choose("starter")).toEqual({
    status: 200,
    body: { updated: true, message: PLAN_CHANGED.downgrade("starter") },
  });
  expect(await buyer.account()).toMatchObject({
    tier: "starter",
    monthlyCredits: PLANS.starter.creditsPerMonth,
  });
  expect(await buyer.credits()).toEqual({ used: 200, ledger: 200 });
  expect(await buyer.invoices()).toHaveLength(1);
  await buyer.advance(32);
  const [renewal] = await buyer.invoices();
  expect(renewal?.total).toBe(2 * PLANS.starter.priceCents - PLANS.pro.priceCents);
});

test("a plan change replaces the price of the subscription's item and adds no second item", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const before = (await buyer.subscription()).items.data.map((item) => item.id);
  await buyer.choose("pro");
  await buyer.choose("starter");
  await buyer.choose("pro");
  const after = await buyer.subscription();
  expect(after.items.data.map((item) => item.id)).toEqual(before);
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

test("two clicks on an upgrade at once charge once", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const clicks = await Promise.all([buyer.choose("pro"), buyer.choose("pro")]);
  for (const click of clicks) expect([200, 409]).toContain(click.status);
  expect(await buyer.invoices()).toHaveLength(2);
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

test("a declined upgrade leads to the page of its invoice and changes the plan only after its payment", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  const { status, body } = await buyer.choose("pro");
  expect({ status, body }).toMatchObject({ status: 200, body: { message: PLAN_CHANGED.unpaid("pro") } });
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "starter", paymentFailedAt: null });
  await press(urlIn(body), { action: "pay", card: "works" });
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

test("a second try after a declined upgrade voids the first invoice, so that nothing is paid twice", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.choose("pro");
  await buyer.choose("pro");
  expect((await buyer.invoices()).map((invoice) => invoice.status)).toEqual(["open", "void", "paid"]);
});

test("a card replaced in the portal pays a declined upgrade", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.choose("pro");
  await buyer.portal({ action: "card", card: "works" });
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

async function isCanceled(buyer: Buyer): Promise<boolean> {
  const { body } = await buyer.call("GET", "/subscription");
  return SubscriptionResponse.parse(body).subscription?.cancel_at_period_end ?? true;
}

test.each([
  ["here", (buyer: Buyer) => buyer.call("POST", "/subscription/cancel")],
  ["in the portal", (buyer: Buyer) => buyer.portal({ action: "cancel" })],
])("choosing another plan reverts a cancellation that was made %s, and says so", async (_, cancel) => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await cancel(buyer);
  await buyer.deliver();
  expect(await isCanceled(buyer)).toBe(true);
  const shown = await buyer.call("GET", "/subscription/preview?tier=pro");
  expect(shown.body).toMatchObject({ preview: { resumes: true } });
  const { body } = await buyer.choose("pro");
  expect(body).toMatchObject({ updated: true, message: expect.stringContaining(PLAN_CHANGED.resumed) });
  expect(await isCanceled(buyer)).toBe(false);
  await buyer.advance(32);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

test("a plan change whose cancellation cannot be reverted is made, and says so", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.call("POST", "/subscription/cancel");
  await control("fail", { match: "cancel_at_period_end=false", times: 3 });
  const { status, body } = await buyer.choose("pro");
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { updated: true, message: expect.stringContaining(PLAN_CHANGED.stillCanceled) },
  });
  expect(await isCanceled(buyer)).toBe(true);
});

test("an upgrade that is paid later reverts the cancellation from before it, and no later one", async () => {
  const [before, after] = [await newBuyer(), await newBuyer()];
  for (const buyer of [before, after]) await buyer.subscribe("starter", "later");
  await before.call("POST", "/subscription/cancel");
  for (const buyer of [before, after]) {
    await control("clock", { advanceSeconds: 5, customer: await buyer.customer() });
    expect((await buyer.choose("pro")).body).toMatchObject({ message: PLAN_CHANGED.unpaid("pro") });
    await control("clock", { advanceSeconds: 5, customer: await buyer.customer() });
  }
  await after.call("POST", "/subscription/cancel");
  for (const buyer of [before, after]) {
    await buyer.portal({ action: "card", card: "works" });
    await buyer.deliver();
    expect(await buyer.account()).toMatchObject({ tier: "pro" });
  }
  expect(await isCanceled(before)).toBe(false);
  expect(await isCanceled(after)).toBe(true);
});

test("while a payment is owed the plan cannot be changed", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.advance(32);
  await buyer.deliver();
  expect(await buyer.choose("pro")).toMatchObject({ status: 402, body: { code: "payment_failed" } });
});
