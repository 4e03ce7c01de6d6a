import { expect, test } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { newBuyer, press, urlIn } from "./test-buyer.ts";

test("a free account has no subscription, nothing to cancel and no portal", async () => {
  const buyer = await newBuyer();
  expect((await buyer.call("GET", "/subscription")).body).toEqual({ subscription: null });
  for (const path of ["/subscription/cancel", "/subscription/resume", "/billing-portal"]) {
    expect(await buyer.call("POST", path)).toMatchObject({
      status: 404,
      body: { code: "no_subscription" },
    });
  }
});

test("a canceled plan stays until its period ends, then the account is free with a new period", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("pro");
  const canceled = await buyer.call("POST", "/subscription/cancel");
  expect(canceled.body).toMatchObject({ subscription: { status: "active", cancel_at_period_end: true } });
  await buyer.advance(20);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
  const { periodEnd } = await buyer.account();
  await buyer.advance(12);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({
    tier: "free",
    monthlyCredits: PLANS.free.creditsPerMonth,
    periodStart: periodEnd,
  });
  expect((await buyer.call("GET", "/subscription")).body).toEqual({ subscription: null });
});

test("a cancellation can be reverted, and the plan renews", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.call("POST", "/subscription/cancel");
  const resumed = await buyer.call("POST", "/subscription/resume");
  expect(resumed.body).toMatchObject({ subscription: { cancel_at_period_end: false } });
  await buyer.advance(32);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("canceling and resuming on Stripe's own portal counts as well", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.portal({ action: "cancel" });
  await buyer.deliver();
  expect((await buyer.call("GET", "/subscription")).body).toMatchObject({
    subscription: { cancel_at_period_end: true },
  });
  await buyer.portal({ action: "resume" });
  await buyer.deliver();
  expect((await buyer.call("GET", "/subscription")).body).toMatchObject({
    subscription: { cancel_at_period_end: false },
  });
});

test("a cancellation in the portal is reverted in Settings, and the plan renews", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.portal({ action: "cancel" });
  const resumed = await buyer.call("POST", "/subscription/resume");
  expect(resumed.body).toMatchObject({ subscription: { cancel_at_period_end: false } });
  await buyer.advance(32);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("after the end a new plan can be bought", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.call("POST", "/subscription/cancel");
  await buyer.advance(32);
  await buyer.deliver();
  await buyer.subscribe("pro");
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

test("a renewal begins the next period with all credits", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { periodEnd } = await buyer.account();
  await buyer.advance(32);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "starter", periodStart: periodEnd, creditsUsed: 0 });
  expect((await buyer.invoices()).map((invoice) => invoice.status)).toEqual(["paid", "paid"]);
});

test("a failed payment keeps the plan and is shown; paying on the invoice's page clears it", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.advance(32);
  await buyer.deliver();
  const owing = await buyer.account();
  expect(owing.tier).toBe("starter");
  expect(owing.paymentFailedAt).toBeTypeOf("number");
  const [invoice] = await buyer.invoices();
  await press(invoice?.hosted_invoice_url ?? "", { action: "pay", card: "works" });
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "starter", paymentFailedAt: null });
});

test("a card replaced in the portal pays what is owed", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.advance(32);
  await buyer.deliver();
  await buyer.portal({ action: "card", card: "works" });
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "starter", paymentFailedAt: null });
});

test("when every retry of a payment fails, the account is on the Free plan and shows no open payment", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter", "later");
  await buyer.advance(50);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "free", paymentFailedAt: null });
});

test("the portal shows invoices and leads back to Settings", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const page = await (await fetch(urlIn((await buyer.call("POST", "/billing-portal")).body))).text();
  expect(page).toContain("$9.00: paid");
  expect(page).toContain("/settings");
});
