import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { billingNotes, stripeEvents, subscriptions } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { control, newBuyer, sendEvent, sendSigned, stripe } from "./test-buyer.ts";

let made = 0;
function eventOf(type: string, object: Record<string, unknown>) {
  made += 1;
  return {
    id: `evt_test_${made}`,
    object: "event",
    api_version: "2026-10-28.endive",
    created: Math.floor(Date.now() / 1000),
    type,
    data: { object },
  };
}

async function appliedAt(id: string): Promise<number | null | undefined> {
  const [row] = await db.select().from(stripeEvents).where(eq(stripeEvents.id, id));
  return row?.appliedAt;
}

test("an event without a signature, or with another secret's, changes nothing", async () => {
  const event = eventOf("customer.subscription.updated", { id: "sub_x", object: "subscription" });
  const payload = JSON.stringify(event);
  const forged = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: "whsec_other" });
  for (const signature of ["", "t=1,v1=0", "nonsense", forged]) {
    const response = await sendSigned(payload, signature);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_signature" });
  }
  expect(await appliedAt(event.id)).toBeUndefined();
});

test("a signature for another body is refused", async () => {
  const payload = JSON.stringify(eventOf("invoice.paid", { id: "in_1" }));
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: env.STRIPE_WEBHOOK_SECRET,
  });
  expect((await sendSigned(`${payload} `, signature)).status).toBe(400);
});

test.each([
  ["an hour ago", -3600],
  ["in an hour", 3600],
])("an event signed %s is refused", async (_when, seconds) => {
  const event = eventOf("ping", {});
  expect((await sendEvent(event, Date.now() / 1000 + seconds)).status).toBe(400);
  expect(await appliedAt(event.id)).toBeUndefined();
});

test("while the secret is being changed, either of two signatures is good", async () => {
  const payload = JSON.stringify(eventOf("ping", {}));
  const header = await stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: env.STRIPE_WEBHOOK_SECRET,
  });
  const [time = "", signature = ""] = header.split(",");
  const response = await sendSigned(payload, `${time},v1=${"0".repeat(64)},${signature}`);
  expect(response.status).toBe(200);
});

test("an event of a type that we do not use is acknowledged", async () => {
  const event = eventOf("radar.early_fraud_warning.created", { id: "issfr_1" });
  expect((await sendEvent(event)).status).toBe(200);
  expect(await appliedAt(event.id)).toBeTypeOf("number");
});

test("each event is applied once, however often it arrives", async () => {
  const buyer = await newBuyer();
  await buyer.pay("starter");
  const events = await buyer.newEvents();
  for (const event of [...events, ...events]) expect((await sendEvent(event)).status).toBe(200);
  await Promise.all(events.map((event) => sendEvent(event)));
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.accountId, buyer.accountId));
  expect(rows).toHaveLength(1);
});

test("a repeated event makes no request to Stripe", async () => {
  const buyer = await newBuyer();
  await buyer.pay("starter");
  const events = await buyer.newEvents();
  for (const event of events) await sendEvent(event);
  await control("fail", { match: (await buyer.subscription()).id, times: 1 });
  for (const event of events) expect((await sendEvent(event)).status).toBe(200);
  await stripe.subscriptions.retrieve((await buyer.subscription()).id);
});

test("the order in which events arrive does not matter", async () => {
  const buyer = await newBuyer();
  await buyer.pay("starter");
  await buyer.choose("pro");
  await buyer.choose("pro");
  await buyer.call("POST", "/subscription/cancel");
  await buyer.deliver("reverse");
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
  expect((await buyer.call("GET", "/subscription")).body).toMatchObject({
    subscription: { tier: "pro", cancel_at_period_end: true },
  });
});

test("an old event of an ended plan does not end the new plan", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  await buyer.call("POST", "/subscription/cancel");
  await buyer.advance(32);
  const late = await buyer.newEvents();
  await buyer.subscribe("pro");
  for (const event of late) expect((await sendEvent(event)).status).toBe(200);
  expect(await buyer.account()).toMatchObject({ tier: "pro" });
});

test("an earlier reading of a subscription never overwrites a later one", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const ahead = Date.now() + 3_600_000;
  await db
    .update(subscriptions)
    .set({ fetchedAt: ahead })
    .where(eq(subscriptions.accountId, buyer.accountId));
  const { id } = await buyer.subscription();
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await buyer.deliver();
  expect((await buyer.call("GET", "/subscription")).body).toMatchObject({
    subscription: { cancel_at_period_end: false },
  });
});

test("when Stripe cannot be reached the response is 5xx, and the event is applied when it arrives again", async () => {
  const buyer = await newBuyer();
  await buyer.pay("starter");
  const { id } = await buyer.subscription();
  const event = eventOf("customer.subscription.created", { id, object: "subscription" });
  await control("fail", { match: id, times: 3 });
  expect((await sendEvent(event)).status).toBeGreaterThanOrEqual(500);
  expect(await buyer.account()).toMatchObject({ tier: "free" });
  expect((await sendEvent(event)).status).toBe(200);
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("the state inside an event is not used", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { id } = await buyer.subscription();
  const event = eventOf("customer.subscription.deleted", { id, object: "subscription", status: "canceled" });
  expect((await sendEvent(event)).status).toBe(200);
  expect(await buyer.account()).toMatchObject({ tier: "starter" });
});

test("subscriptions of other products in the same Stripe account are left alone", async () => {
  const event = eventOf("customer.subscription.updated", { id: "sub_of_others", object: "subscription" });
  expect((await sendEvent(event)).status).toBe(200);
});

test("refunds, disputes and their outcomes are noted, once each", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const charge = { id: `ch_${buyer.accountId}`, object: "charge", customer: await buyer.customer() };
  const dispute = { id: `dp_${buyer.accountId}`, object: "dispute", amount: 900, charge: charge.id };
  for (const amount_refunded of [300, 900, 600])
    await sendEvent(eventOf("charge.refunded", { ...charge, amount_refunded }));
  await sendEvent(eventOf("charge.dispute.created", dispute));
  const closed = eventOf("charge.dispute.closed", { ...dispute, status: "lost" });
  for (let time = 1; time <= 2; time += 1) await sendEvent(closed);
  const notes = await db.select().from(billingNotes);
  expect(notes.filter((note) => note.reference.endsWith(buyer.accountId))).toMatchObject([
    { kind: "refund", accountId: buyer.accountId, amountCents: 900 },
    { kind: "dispute", accountId: null, amountCents: 900 },
    { kind: "dispute_lost", accountId: null, amountCents: 900 },
  ]);
});

test("a customer deleted at Stripe loses the plan, and the account can buy again", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { id } = await buyer.subscription();
  await sendEvent(eventOf("customer.deleted", { id: await buyer.customer(), object: "customer" }));
  expect(await buyer.account()).toMatchObject({ stripeCustomerId: null });
  await stripe.subscriptions.cancel(id);
  await sendEvent(eventOf("customer.subscription.deleted", { id, object: "subscription" }));
  expect(await buyer.account()).toMatchObject({ tier: "free" });
});
