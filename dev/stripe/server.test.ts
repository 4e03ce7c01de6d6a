import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { expect, onTestFinished, test, vi } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { clientOf, newStripe, newWebhook } from "./test-stripe.ts";

const HEADERS = { authorization: "Bearer sk_test_1", "stripe-version": "2026-10-28.endive" };

test("code written for another version of the API is refused", async () => {
  const { baseUrl } = await newStripe();
  const headers = { ...HEADERS, "stripe-version": "2023-10-16" };
  expect((await fetch(`${baseUrl}/v1/prices`, { headers })).status).toBe(400);
});

test("a call needs a secret key, and only known calls are answered", async () => {
  const { baseUrl } = await newStripe();
  expect((await fetch(`${baseUrl}/v1/customers`, { method: "POST" })).status).toBe(401);
  const response = await fetch(`${baseUrl}/v1/charges`, { headers: HEADERS });
  expect(response.status).toBe(404);
});

test.each([
  ["customers", "email=a@example.com&colour=red", { code: "parameter_unknown", param: "colour" }],
  ["customers", "", { code: "parameter_missing", param: "email" }],
  [
    "checkout/sessions",
    "mode=subscription&customer=cus_1&success_url=a&cancel_url=b&line_items[0][price]=price_1&line_items[0][amount]=3",
    { code: "parameter_unknown", param: "line_items[0][amount]" },
  ],
  ["subscriptions/sub_1", "items[0][usage]=3", { code: "parameter_unknown", param: "items[0][usage]" }],
  ["subscriptions/sub_1", "cancel_at_period_end=later", { param: "cancel_at_period_end" }],
  ["subscriptions/sub_1", "payment_behavior=later", { param: "payment_behavior" }],
  ["billing/meter_events", "payload[value]=1", { code: "parameter_missing", param: "event_name" }],
  ["subscriptions?limit=many", null, { param: "limit" }],
  ["prices?lookup_key=a", null, { code: "parameter_unknown", param: "lookup_key" }],
] as const)("%s with %s is refused with Stripe's error", async (path, form, error) => {
  const { baseUrl } = await newStripe();
  const body = form === null ? {} : { method: "POST", body: new URLSearchParams(form) };
  const response = await fetch(`${baseUrl}/v1/${path}`, { headers: HEADERS, ...body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", ...error } });
});

test("an idempotency key gives the same answer again, and refuses another request", async () => {
  const { stripe } = await newStripe();
  const options = { idempotencyKey: "one" };
  const first = await stripe.customers.create({ email: "a@example.com" }, options);
  expect((await stripe.customers.create({ email: "a@example.com" }, options)).id).toBe(first.id);
  await expect(stripe.customers.create({ email: "b@example.com" }, options)).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  );
});

test("what it knows survives a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, "state", "stripe.json");
  const first = await newStripe({ stateFile });
  const { customer, page } = await first.newCheckout();
  await first.press(page, { action: "pay", card: "works" });
  await first.close();
  const second = await newStripe({ stateFile });
  expect(second.prices).toEqual(first.prices);
  const { data } = await clientOf(second.baseUrl).subscriptions.list({ customer });
  expect(data.map((subscription) => subscription.status)).toEqual(["active"]);
});

test("state that cannot be saved stays in memory, with a sentence, and is saved once it can be", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, "stripe.json");
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const { stripe, close } = await newStripe({ stateFile });
  // A folder where the state is written first.
  await expect.poll(() => existsSync(stateFile)).toBe(true);
  mkdirSync(`${stateFile}.new`);
  const { id } = await stripe.customers.create({ email: "jo@example.com" });
  await expect
    .poll(() => said.mock.calls.flat())
    .toEqual([expect.stringContaining("keeps its state in memory")]);
  expect((await stripe.customers.retrieve(id)).id).toBe(id);
  rmdirSync(`${stateFile}.new`);
  await close();
  expect(readFileSync(stateFile, "utf8")).toContain(id);
});

test("paying leads to the success page with the session's id, once", async () => {
  const { newCheckout, press, stripe } = await newStripe();
  const { customer, page } = await newCheckout();
  const paid = await press(page, { action: "pay", card: "works" });
  const again = await press(page, { action: "pay", card: "works" });
  const { data } = await stripe.checkout.sessions.list({ customer });
  const thanks = `http://shop.test/thanks?id=${data[0]?.id}`;
  expect([paid.headers.get("location"), again.headers.get("location")]).toEqual([thanks, thanks]);
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
});

test("the payment page shows prices, can be left, and says when a card is declined", async () => {
  const { newCheckout, press } = await newStripe();
  const { page } = await newCheckout();
  const shown = await (await fetch(page)).text();
  expect(shown).toContain("$9.00 a month");
  expect(shown).toContain("$0.05 each");
  expect(shown).toContain('href="http://shop.test/plans"');
  const declined = await press(page, { action: "decline" });
  expect(await declined.text()).toContain("Your card was declined.");
});

test("events come signed, in the order they happened", async () => {
  const webhook = await newWebhook();
  const { newCheckout, press } = await newStripe({ webhookUrl: webhook.url });
  const { page } = await newCheckout();
  await press(page, { action: "pay", card: "works" });
  await expect
    .poll(webhook.types)
    .toEqual([
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "customer.subscription.created",
      "checkout.session.completed",
    ]);
});

test("an event that was not accepted comes again", async () => {
  const statuses = [500];
  const webhook = await newWebhook(() => statuses.shift() ?? 200);
  const { stripe, newCheckout } = await newStripe({ webhookUrl: webhook.url });
  const { customer } = await newCheckout();
  const { data } = await stripe.checkout.sessions.list({ customer });
  await stripe.checkout.sessions.expire(data[0]?.id ?? "");
  await expect.poll(() => webhook.events).toHaveLength(2);
  expect(webhook.events[1]?.id).toBe(webhook.events[0]?.id);
});

test("events can be held back, let go in reverse, and sent again", async () => {
  const webhook = await newWebhook();
  const { control, newCheckout, press } = await newStripe({ webhookUrl: webhook.url });
  const { page } = await newCheckout();
  await control("events/hold", {});
  await press(page, { action: "pay", card: "works" });
  expect(webhook.events).toEqual([]);
  await control("events/release", { order: "reverse" });
  expect(webhook.types()[0]).toBe("checkout.session.completed");
  expect(webhook.types().at(-1)).toBe("invoice.created");
  const id = webhook.events[0]?.id;
  expect(await control(`events/${id}/resend`, {})).toEqual({ status: 200 });
  expect(webhook.events.at(-1)?.id).toBe(id);
});

test("an invoice waits while its draft was not accepted, and is final after three days at the latest", async () => {
  let status = 200;
  const webhook = await newWebhook(() => status);
  const { control, newCheckout, press, stripe } = await newStripe({ webhookUrl: webhook.url });
  const { customer, page } = await newCheckout();
  await press(page, { action: "pay", card: "works" });
  status = 500;
  const { data } = await stripe.subscriptions.list({ customer });
  const renewsAt = data[0]?.items.data[0]?.current_period_end ?? 0;
  // A month has 28 to 31 days; without a webhook's word the draft waits for three more.
  await control("clock", { advanceSeconds: renewsAt - Math.floor(Date.now() / 1000) + 60, customer });
  expect((await stripe.invoices.list({ customer })).data[0]?.status).toBe("draft");
  await control("clock", { advanceSeconds: 3 * 86_400 + 3_600, customer });
  expect((await stripe.invoices.list({ customer })).data[0]?.status).toBe("paid");
});

test("time moves for one customer, and each month is billed", async () => {
  const { control, newCheckout, press, stripe } = await newStripe();
  const [mine, other] = [await newCheckout(), await newCheckout()];
  for (const { page } of [mine, other]) await press(page, { action: "pay", card: "works" });
  await control("clock", { advanceDays: 95, customer: mine.customer });
  const bills = async (customer: string) =>
    (await stripe.invoices.list({ customer })).data.map((invoice) => invoice.amount_paid);
  expect(await bills(mine.customer)).toEqual(Array(4).fill(PLANS.starter.priceCents));
  expect(await bills(other.customer)).toHaveLength(1);
});

test("the portal lets a month pass by hand", async () => {
  const { newCheckout, press, prices, stripe } = await newStripe();
  const { customer, page } = await newCheckout();
  await press(page, { action: "pay", card: "works" });
  const portal = await stripe.billingPortal.sessions.create({
    customer,
    configuration: prices.portal,
    return_url: "http://shop.test/settings",
  });
  expect((await press(portal.url, { action: "month" })).status).toBe(303);
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
});

test("a card that fails later is tried again for a while, then the subscription ends", async () => {
  const { control, newCheckout, press, stripe } = await newStripe();
  const { customer, page } = await newCheckout();
  await press(page, { action: "pay", card: "later" });
  const status = async () =>
    (await stripe.subscriptions.list({ customer, status: "all" })).data.map((one) => one.status);
  await control("clock", { advanceDays: 33, customer });
  expect(await status()).toEqual(["past_due"]);
  await control("clock", { advanceDays: 17, customer });
  expect(await status()).toEqual(["canceled"]);
});

test("a payment page that nobody uses expires after a day", async () => {
  const { control, newCheckout, stripe } = await newStripe();
  const { customer } = await newCheckout();
  await control("clock", { advanceDays: 1.1, customer });
  const { data } = await stripe.checkout.sessions.list({ customer });
  expect(data.map((session) => session.status)).toEqual(["expired"]);
});

test("a usage event counts once for its identifier, and not from too far back", async () => {
  const { newCheckout, stripe } = await newStripe();
  const { customer } = await newCheckout();
  const event = {
    event_name: "platen_overage_starter",
    identifier: "job_1",
    payload: { stripe_customer_id: customer, value: "1" },
  };
  await stripe.billing.meterEvents.create(event);
  await expect(stripe.billing.meterEvents.create(event)).rejects.toThrow("already exists");
  const old = Math.floor(Date.now() / 1000) - 36 * 86_400;
  await expect(
    stripe.billing.meterEvents.create({ ...event, identifier: "job_2", timestamp: old }),
  ).rejects.toThrow("35 days");
});
