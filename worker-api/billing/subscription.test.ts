import { expect, test } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { newShopper, press, urlIn } from "./test-shopper.ts";

test("a free account has no subscription, nothing to cancel and no portal", async () => {
  const shopper = await newShopper();
  expect((await shopper.call("GET", "/subscription")).body).toEqual({ subscription: null });
  for (const path of ["/subscription/cancel", "/subscription/resume", "/billing-portal"]) {
    expect(await shopper.call("POST", path)).toMatchObject({
      status: 404,
      body: { code: "no_subscription" },
    });
  }
});

test("a canceled plan stays until its period ends, then the account is free with a new period", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("pro");
  const canceled = await shopper.call("POST", "/subscription/cancel");
  expect(canceled.body).toMatchObject({ subscription: { status: "active", cancel_at_period_end: true } });
  await shopper.advance(20);
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "pro" });
  const { periodEnd } = await shopper.account();
  await shopper.advance(12);
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({
    tier: "free",
    monthlyCredits: PLANS.free.creditsPerMonth,
    periodStart: periodEnd,
  });
  expect((await shopper.call("GET", "/subscription")).body).toEqual({ subscription: null });
});

test("a cancellation can be taken back, and the plan renews", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  await shopper.call("POST", "/subscription/cancel");
  const resumed = await shopper.call("POST", "/subscription/resume");
  expect(resumed.body).toMatchObject({ subscription: { cancel_at_period_end: false } });
  await shopper.advance(32);
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "starter" });
});

test("canceling and resuming on Stripe's own portal counts as well", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  await shopper.portal({ action: "cancel" });
  await shopper.deliver();
  expect((await shopper.call("GET", "/subscription")).body).toMatchObject({
    subscription: { cancel_at_period_end: true },
  });
  await shopper.portal({ action: "resume" });
  await shopper.deliver();
  expect((await shopper.call("GET", "/subscription")).body).toMatchObject({
    subscription: { cancel_at_period_end: false },
  });
});

test("after the end a new plan can be bought", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  await shopper.call("POST", "/subscription/cancel");
  await shopper.advance(32);
  await shopper.deliver();
  await shopper.subscribe("pro");
  expect(await shopper.account()).toMatchObject({ tier: "pro" });
});

test("a renewal begins the next period with all credits", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  const { periodEnd } = await shopper.account();
  await shopper.advance(32);
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "starter", periodStart: periodEnd, creditsUsed: 0 });
  expect((await shopper.invoices()).map((invoice) => invoice.status)).toEqual(["paid", "paid"]);
});

test("a failed payment keeps the plan and is told; paying on the invoice's page clears it", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter", "later");
  await shopper.advance(32);
  await shopper.deliver();
  const owing = await shopper.account();
  expect(owing.tier).toBe("starter");
  expect(owing.paymentFailedAt).toBeTypeOf("number");
  const [invoice] = await shopper.invoices();
  await press(invoice?.hosted_invoice_url ?? "", { action: "pay", card: "works" });
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "starter", paymentFailedAt: null });
});

test("a card replaced in the portal pays what is owed", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter", "later");
  await shopper.advance(32);
  await shopper.deliver();
  await shopper.portal({ action: "card", card: "works" });
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "starter", paymentFailedAt: null });
});

test("when no try to collect succeeds the account becomes free, and nothing is owed on its page", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter", "later");
  await shopper.advance(50);
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "free", paymentFailedAt: null });
});

test("the portal shows invoices and leads back to Settings", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  const page = await (await fetch(urlIn((await shopper.call("POST", "/billing-portal")).body))).text();
  expect(page).toContain("$9.00: paid");
  expect(page).toContain("/settings");
});
