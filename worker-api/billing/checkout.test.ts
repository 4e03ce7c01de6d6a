import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { PLANS } from "#contract/plans.ts";
import { accounts } from "#store/schema.ts";
import { call, db } from "../test-caller.ts";
import { control, newBuyer, press, stripe, urlIn } from "./test-buyer.ts";

function refusal(code: ErrorCode) {
  return { status: ERRORS[code].status, body: { error: ERRORS[code].message, code } };
}

test("a first plan leads to the payment page, and paying activates it with no credit used", async () => {
  const buyer = await newBuyer({ creditsUsed: 20 });
  await buyer.subscribe("starter");
  const [item] = (await buyer.subscription()).items.data;
  expect(await buyer.account()).toMatchObject({
    tier: "starter",
    monthlyCredits: PLANS.starter.creditsPerMonth,
    periodStart: (item?.current_period_start ?? 0) * 1000,
    periodEnd: (item?.current_period_end ?? 0) * 1000,
  });
  expect(await buyer.credits()).toEqual({ used: 0, ledger: 0 });
  expect((await buyer.invoices()).map((invoice) => invoice.amount_paid)).toEqual([PLANS.starter.priceCents]);
});

test("the payment page leads back to Settings when paid, and to Plans when left", async () => {
  const buyer = await newBuyer();
  const paid = await buyer.pay("pro");
  expect(paid.headers.get("location")).toMatch(/\/settings\?checkout=success&session_id=cs_test_\w+$/);
  const other = await newBuyer();
  await other.choose("pro");
  const { data } = await stripe.checkout.sessions.list({ customer: await other.customer() });
  expect(data[0]?.cancel_url).toMatch(/\/plans\?checkout=canceled$/);
});

test("a declined card leaves the account free and the page open for another card", async () => {
  const buyer = await newBuyer();
  expect((await buyer.pay("starter", "declined")).status).toBe(200);
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "free" });
  await buyer.subscribe("starter");
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test.each([
  ["the plan it has", "starter", "same_plan"],
  ["the free plan", "free", "cannot_downgrade_to_free"],
] as const)("a subscriber who chooses %s gets an error that says so", async (_choice, tier, code) => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  expect(await buyer.choose(tier)).toEqual(refusal(code));
});

test("an account with a plan but no subscription cannot buy this plan, but can buy another one", async () => {
  const buyer = await newBuyer({ tier: "starter" });
  expect(await buyer.choose("starter")).toEqual(refusal("same_plan"));
  expect(urlIn((await buyer.choose("pro")).body)).toContain("/checkout/");
});

test("a free account is on the free plan already", async () => {
  const buyer = await newBuyer();
  expect(await buyer.choose("free")).toEqual(refusal("same_plan"));
});

test("two clicks at once make one payment page", async () => {
  const buyer = await newBuyer();
  const clicks = await Promise.all([buyer.choose("pro"), buyer.choose("pro"), buyer.choose("pro")]);
  expect(new Set(clicks.map((click) => urlIn(click.body))).size).toBe(1);
  const { data } = await stripe.checkout.sessions.list({ customer: await buyer.customer() });
  expect(data).toHaveLength(1);
});

test("of two plans chosen at once only one can be paid", async () => {
  const buyer = await newBuyer();
  await Promise.all([buyer.choose("starter"), buyer.choose("pro")]);
  const { data } = await stripe.checkout.sessions.list({
    customer: await buyer.customer(),
    status: "open",
  });
  expect(data).toHaveLength(1);
});

test("choosing another plan closes the earlier payment page", async () => {
  const buyer = await newBuyer();
  const first = urlIn((await buyer.choose("starter")).body);
  await buyer.choose("pro");
  expect(await (await press(first, { action: "pay", card: "works" })).text()).toContain("has expired");
});

test("a subscription that D1 does not know yet is found and not created twice", async () => {
  const buyer = await newBuyer();
  await buyer.pay("starter");
  expect(await buyer.choose("pro")).toEqual(refusal("subscription_exists"));
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("a customer that this Stripe account does not have is created again", async () => {
  const buyer = await newBuyer();
  const lost = `cus_${buyer.accountId}`;
  await db.update(accounts).set({ stripeCustomerId: lost }).where(eq(accounts.id, buyer.accountId));
  await buyer.subscribe("starter");
  expect(await buyer.customer()).not.toBe(lost);
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("the return page activates the plan when the webhook is late", async () => {
  const buyer = await newBuyer();
  const back = (await buyer.pay("pro")).headers.get("location") ?? "";
  const session_id = new URL(back).searchParams.get("session_id");
  const { body } = await buyer.call("POST", "/checkout/confirm", { session_id });
  expect(body).toMatchObject({
    subscription: { status: "active", tier: "pro", cancel_at_period_end: false },
  });
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
  await buyer.deliver();
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

test("the return page activates nothing while the payment is open, and nothing for another account", async () => {
  const buyer = await newBuyer();
  await buyer.choose("pro");
  const { data } = await stripe.checkout.sessions.list({ customer: await buyer.customer() });
  const session_id = data[0]?.id;
  const early = await buyer.call("POST", "/checkout/confirm", { session_id });
  expect(early.body).toEqual({ subscription: null });
  const stranger = await newBuyer();
  await stranger.choose("pro");
  expect(await stranger.call("POST", "/checkout/confirm", { session_id })).toEqual(refusal("not_found"));
  const unknown = await stranger.call("POST", "/checkout/confirm", { session_id: "cs_test_unknown" });
  expect(unknown).toEqual(refusal("not_found"));
});

test.each(["\ud800", "__proto__", "..", "cs_1/expire", "{CHECKOUT_SESSION_ID}"])(
  "a return with %j as the checkout session's id is refused",
  async (session_id) => {
    const buyer = await newBuyer();
    const response = await buyer.call("POST", "/checkout/confirm", { session_id });
    expect(response).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  },
);

test("when Stripe does not respond, the error says that a retry can succeed", async () => {
  const buyer = await newBuyer();
  await buyer.choose("starter");
  await control("fail", { match: await buyer.customer(), times: 3 });
  expect(await buyer.choose("pro")).toEqual(refusal("billing_unavailable"));
});

test.each([
  ["POST", "/checkout"],
  ["POST", "/checkout/confirm"],
  ["GET", "/subscription"],
  ["POST", "/subscription/cancel"],
  ["POST", "/subscription/resume"],
  ["POST", "/billing-portal"],
])("%s %s needs a session", async (method, path) => {
  const response = await call(method, `/user${path}`, { headers: { Authorization: "Bearer unknown" } });
  expect(response.status).toBe(401);
});

test.each([
  ["an unknown plan", { tier: "gold" }],
  ["an unknown field", { tier: "pro", coupon: "FREE" }],
  ["another type", { tier: 3 }],
])("a choice with %s is refused", async (_fault, body) => {
  const buyer = await newBuyer();
  expect(await buyer.call("POST", "/checkout", body)).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
});
