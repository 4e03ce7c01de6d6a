import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ApiError } from "../http/api-error.ts";
import { endBilling } from "./end.ts";
import { control, newShopper, press, stripe, urlIn } from "./test-shopper.ts";

test("an account that ends is billed no more, and the plan cannot be paid for any more", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  await endBilling(env, shopper.accountId);
  await endBilling(env, shopper.accountId);
  expect((await shopper.subscription()).status).toBe("canceled");
  await shopper.advance(40);
  const paid = (await shopper.invoices()).map((invoice) => invoice.amount_paid);
  expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(900);
});

test("a plan paid a moment ago, which no webhook has told of, ends as well", async () => {
  const shopper = await newShopper();
  await shopper.pay("starter");
  await endBilling(env, shopper.accountId);
  expect((await shopper.subscription()).status).toBe("canceled");
});

test("an open payment page of an account that ends is closed", async () => {
  const shopper = await newShopper();
  const page = urlIn((await shopper.choose("pro")).body);
  await endBilling(env, shopper.accountId);
  expect(await (await press(page, { action: "pay", card: "works" })).text()).toContain("has expired");
  const { data } = await stripe.subscriptions.list({ customer: await shopper.customer() });
  expect(data).toEqual([]);
});

test("an account that never chose a plan has nothing to end", async () => {
  const shopper = await newShopper();
  await endBilling(env, shopper.accountId);
  expect(await shopper.account()).toMatchObject({ stripeCustomerId: null });
});

test("while Stripe cannot be told, the end is refused", async () => {
  const shopper = await newShopper();
  await shopper.subscribe("starter");
  await control("fail", { match: await shopper.customer(), times: 3 });
  await expect(endBilling(env, shopper.accountId)).rejects.toThrow(ApiError);
});
