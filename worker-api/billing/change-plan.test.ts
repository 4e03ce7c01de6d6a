import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { PLAN_CHANGED } from "#contract/billing.ts";
import { PLANS } from "#contract/plans.ts";
import { accounts, ledger } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { newShopper, press, type Shopper, urlIn } from "./test-shopper.ts";

async function use(shopper: Shopper, credits: number): Promise<void> {
  await db.update(accounts).set({ creditsUsed: credits }).where(eq(accounts.id, shopper.accountId));
  await db.insert(ledger).values({
    accountId: shopper.accountId,
    kind: "debit",
    reference: "used",
    amount: credits,
    createdAt: 0,
  });
}

test("an upgrade charges the difference only, raises the limit at once and keeps what was used", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  await use(shopper, 120);
  expect(await shopper.choose("pro")).toEqual({
    status: 200,
    body: {
      updated: true,
      message: PLAN_CHANGED.upgrade("pro", PLANS.pro.priceCents - PLANS.starter.priceCents),
    },
  });
  expect(await shopper.account()).toMatchObject({ tier: "pro", monthlyCredits: PLANS.pro.creditsPerMonth });
  expect(await shopper.credits()).toEqual({ used: 120, ledger: 120 });
  const [invoice] = await shopper.invoices();
  expect(invoice?.amount_paid).toBe(PLANS.pro.priceCents - PLANS.starter.priceCents);
  await shopper.deliver();
  expect(await shopper.credits()).toEqual({ used: 120, ledger: 120 });
});

test("a downgrade lowers the limit, keeps what was used, and its credit pays the next invoice", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("pro");
  await use(shopper, 400);
  expect(await shopper.choose("starter")).toEqual({
    status: 200,
    body: { updated: true, message: PLAN_CHANGED.downgrade("starter") },
  });
  expect(await shopper.account()).toMatchObject({
    tier: "starter",
    monthlyCredits: PLANS.starter.creditsPerMonth,
  });
  expect(await shopper.credits()).toEqual({ used: 400, ledger: 400 });
  expect(await shopper.invoices()).toHaveLength(1);
  await shopper.advance(32);
  const [renewal] = await shopper.invoices();
  expect(renewal?.total).toBe(2 * PLANS.starter.priceCents - PLANS.pro.priceCents);
});

test("a plan is changed in its item: there is never a second one", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  const before = (await shopper.subscription()).items.data.map((item) => item.id);
  await shopper.choose("pro");
  await shopper.choose("starter");
  await shopper.choose("pro");
  const after = await shopper.subscription();
  expect(after.items.data.map((item) => item.id)).toEqual(before);
  expect(await shopper.account()).toMatchObject({ tier: "pro" });
});

test("two clicks on an upgrade at once charge once", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  const clicks = await Promise.all([shopper.choose("pro"), shopper.choose("pro")]);
  for (const click of clicks) expect([200, 409]).toContain(click.status);
  expect(await shopper.invoices()).toHaveLength(2);
  expect(await shopper.account()).toMatchObject({ tier: "pro" });
});

test("a declined upgrade leads to the page of its invoice and changes the plan only once that is paid", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter", "later");
  const { status, body } = await shopper.choose("pro");
  expect({ status, body }).toMatchObject({ status: 200, body: { message: PLAN_CHANGED.unpaid("pro") } });
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "starter", paymentFailedAt: null });
  await press(urlIn(body), { action: "pay", card: "works" });
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "pro" });
});

test("a second try after a declined upgrade voids the first invoice, so that nothing is paid twice", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter", "later");
  await shopper.choose("pro");
  await shopper.choose("pro");
  expect((await shopper.invoices()).map((invoice) => invoice.status)).toEqual(["open", "void", "paid"]);
});

test("a card replaced in the portal pays a declined upgrade", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter", "later");
  await shopper.choose("pro");
  await shopper.portal({ action: "card", card: "works" });
  await shopper.deliver();
  expect(await shopper.account()).toMatchObject({ tier: "pro" });
});

test("choosing another plan takes a cancellation back", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  await shopper.call("POST", "/subscription/cancel");
  await shopper.choose("pro");
  const { body } = await shopper.call("GET", "/subscription");
  expect(body).toMatchObject({ subscription: { tier: "pro", cancel_at_period_end: false } });
});

test("while a payment is owed the plan cannot be changed", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter", "later");
  await shopper.advance(32);
  await shopper.deliver();
  expect(await shopper.choose("pro")).toMatchObject({ status: 402, body: { code: "payment_failed" } });
});
