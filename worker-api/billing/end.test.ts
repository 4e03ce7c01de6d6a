import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
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

const PERSONAL = {
  name: "Jo Doe",
  phone: "+1 555 0100",
  address: { line1: "1 Main Street", city: "Springfield", country: "US" },
};

test("Stripe keeps the customer and the invoices of a deleted account, and nothing personal on the customer", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { email } = await buyer.account();
  await stripe.customers.update(await buyer.customer(), PERSONAL);
  await endBilling(env, buyer.accountId);
  expect(await stripe.customers.retrieve(await buyer.customer())).toMatchObject({
    email: null,
    name: null,
    phone: null,
    address: null,
    shipping: null,
    metadata: {},
    description: "Deleted account",
  });
  const [invoice] = (await buyer.invoices()).toReversed();
  expect(invoice).toMatchObject({ status: "paid", customer_email: email });
});

test("a customer that Stripe does not know does not hold up a deletion", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const buyer = await newBuyer({ stripeCustomerId: "cus_of_another_key" });
  await endBilling(env, buyer.accountId);
  expect(warnings).toHaveBeenCalledOnce();
});
