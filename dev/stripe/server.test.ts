import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { expect, onTestFinished, test, vi } from "vitest";
import { PLANS } from "#contract/plans.ts";
import { clientOf, newStripe, newWebhook } from "./test-stripe.ts";

const HEADERS = { authorization: "Bearer sk_test_1", "stripe-version": "2026-10-28.endive" };

test("a request for another version of the API is refused", async () => {
  const { baseUrl } = await newStripe();
  const headers = { ...HEADERS, "stripe-version": "2023-10-16" };
  expect((await fetch(`${baseUrl}/v1/prices`, { headers })).status).toBe(400);
});

test("a call needs a secret key, and an unknown call is not found", async () => {
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
] as const)("%s with the form %s is refused with Stripe's error", async (path, form, error) => {
  const { baseUrl } = await newStripe();
  const body = form === null ? {} : { method: "POST", body: new URLSearchParams(form) };
  const response = await fetch(`${baseUrl}/v1/${path}`, { headers: HEADERS, ...body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", ...error } });
});

test("the same request with the same idempotency key gets the first response, and another request is refused", async () => {
  const { stripe } = await newStripe();
  const options = { idempotencyKey: "one" };
  const first = await stripe.customers.create({ email: "a@example.com" }, options);
  expect((await stripe.customers.create({ email: "a@example.com" }, options)).id).toBe(first.id);
  await expect(stripe.customers.create({ email: "b@example.com" }, options)).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  );
});

test("a customer can be changed, and empty values delete fields and metadata", async () => {
  const { stripe } = await newStripe();
  const { id } = await stripe.customers.create({ email: "a@example.com", metadata: { a: "1", b: "2" } });
  const address = { line1: "1 Main Street", city: "Springfield" };
  const changed = await stripe.customers.update(id, { name: "Jo", address, metadata: { a: "" } });
  expect(changed).toMatchObject({ name: "Jo", email: "a@example.com", address, metadata: { b: "2" } });
  const emptied = await stripe.customers.update(id, { name: "", email: "", address: "", metadata: "" });
  expect(emptied).toMatchObject({ name: null, email: null, address: null, metadata: {} });
});

test("the state survives a restart", async () => {
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

test("state that cannot be saved stays in memory, is reported, and is saved once that works again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, "stripe.json");
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const { stripe, close } = await newStripe({ stateFile });
  // The state is first written to this path, which is now a folder.
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

test("a second payment leads to the same success page and makes no second invoice", async () => {
  const { newCheckout, press, stripe } = await newStripe();
  const { customer, page } = await newCheckout();
  const paid = await press(page, { action: "pay", card: "works" });
  const again = await press(page, { action: "pay", card: "works" });
  const { data } = await stripe.checkout.sessions.list({ customer });
  const thanks = `http://shop.test/thanks?id=${data[0]?.id}`;
  expect([paid.headers.get("location"), again.headers.get("location")]).toEqual([thanks, thanks]);
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
});

test("the payment page shows the prices and a way back, and says when a card is declined", async () => {
  const { newCheckout, press } = await newStripe();
  const { page } = await newCheckout();
  const shown = await (await fetch(page)).text();
  expect(shown).toContain("$9.00 a month");
  expect(shown).toContain("$0.05 each");
  expect(shown).toContain('href="http://shop.test/plans"');
  const declined = await press(page, { action: "decline" });
  expect(await declined.text()).toContain("Your card was declined.");
});

test("events are signed and arrive in the order in which they happened", async () => {
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

test("an event that was not accepted is sent again", async () => {
  const statuses = [500];
  const webhook = await newWebhook(() => statuses.shift() ?? 200);
  const { stripe, newCheckout } = await newStripe({ webhookUrl: webhook.url });
  const { customer } = await newCheckout();
  const { data } = await stripe.checkout.sessions.list({ customer });
  await stripe.checkout.sessions.expire(data[0]?.id ?? "");
  await expect.poll(() => webhook.events).toHaveLength(2);
  expect(webhook.events[1]?.id).toBe(webhook.events[0]?.id);
});

test("events can be held, released in reverse order, and sent again", async () => {
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

test("an invoice stays a draft until the webhook accepts it, for three days at most", async () => {
  let status = 200;
  const webhook = await newWebhook(() => status);
  const { control, newCheckout, press, stripe } = await newStripe({ webhookUrl: webhook.url });
  const { customer, page } = await newCheckout();
  await press(page, { action: "pay", card: "works" });
  status = 500;
  const { data } = await stripe.subscriptions.list({ customer });
  const renewsAt = data[0]?.items.data[0]?.current_period_end ?? 0;
  // To the renewal's exact time: a month has 28 to 31 days.
  await control("clock", { advanceSeconds: renewsAt - Math.floor(Date.now() / 1000) + 60, customer });
  expect((await stripe.invoices.list({ customer })).data[0]?.status).toBe("draft");
  await control("clock", { advanceSeconds: 3 * 86_400 + 3_600, customer });
  expect((await stripe.invoices.list({ customer })).data[0]?.status).toBe("paid");
});

test("the clock moves for one customer only, and each month is billed", async () => {
  const { control, newCheckout, press, stripe } = await newStripe();
  const [mine, other] = [await newCheckout(), await newCheckout()];
  for (const { page } of [mine, other]) await press(page, { action: "pay", card: "works" });
  await control("clock", { advanceDays: 95, customer: mine.customer });
  const bills = async (customer: string) =>
    (await stripe.invoices.list({ customer })).data.map((invoice) => invoice.amount_paid);
  expect(await bills(mine.customer)).toEqual(Array(4).fill(PLANS.starter.priceCents));
  expect(await bills(other.customer)).toHaveLength(1);
});

test("the portal has a button that lets a month pass", async () => {
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

test("a renewal that fails is tried again for 15 days, then the subscription ends", async () => {
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

test("a payment page that is not used expires after a day", async () => {
  const { control, newCheckout, stripe } = await newStripe();
  const { customer } = await newCheckout();
  await control("clock", { advanceDays: 1.1, customer });
  const { data } = await stripe.checkout.sessions.list({ customer });
  expect(data.map((session) => session.status)).toEqual(["expired"]);
});

test("a meter event counts once for its identifier, and is refused when it is more than 35 days old", async () => {
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
