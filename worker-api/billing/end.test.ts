import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ApiError } from "../http/api-error.ts";
import { endBilling } from "./end.ts";
import { control, newBuyer, press, stripe, urlIn } from "./test-buyer.ts";

test("a deleted account is not billed any more, and its payment pages are closed", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await endBilling(env, buyer.accountId);
  await endBilling(env, buyer.accountId);
  expect((await buyer.subscription()).status).toBe("canceled");
  await buyer.advance(40);
  const paid = (await buyer.invoices()).map((invoice) => invoice.amount_paid);
  expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(900);
});

test("a plan that was paid a moment ago ends too, before any webhook", async () => {
  const buyer = await newBuyer();
  await buyer.pay("starter");
  await endBilling(env, buyer.accountId);
  expect((await buyer.subscription()).status).toBe("canceled");
});

test("an open payment page of a deleted account is closed", async () => {
  const buyer = await newBuyer();
  const page = urlIn((await buyer.choose("pro")).body);
  await endBilling(env, buyer.accountId);
  expect(await (await press(page, { action: "pay", card: "works" })).text()).toContain("has expired");
  const { data } = await stripe.subscriptions.list({ customer: await buyer.customer() });
  expect(data).toEqual([]);
});

test("an account that never chose a plan has nothing to end", async () => {
  const buyer = await newBuyer();
  await endBilling(env, buyer.accountId);
  expect(await buyer.account()).toMatchObject({ stripeCustomerId: null });
});

test("while Stripe cannot be reached, ending the billing fails", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await control("fail", { match: await buyer.customer(), times: 3 });
  await expect(endBilling(env, buyer.accountId)).rejects.toThrow(ApiError);
});
