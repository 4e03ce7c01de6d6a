import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { answerFault, blank, objectFault, requestFault } from "./document.ts";

const { resources } = z
  .object({ resources: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .parse(JSON.parse(readFileSync(new URL("./fixtures.json", import.meta.url), "utf8")));

/** Their samples are older than the document, which has fields that they lack or has dropped some of theirs. */
const OLDER = new Set([
  "billing_portal.configuration",
  "billing_portal.session",
  "checkout.session",
  "invoice",
  "product",
  "subscription",
  "subscription_item",
]);

test.each(Object.entries(resources).filter(([name]) => !OLDER.has(name)))(
  "Stripe's own sample of %s is valid",
  (name, sample) => {
    expect(objectFault(name, sample)).toBeNull();
  },
);

test.each(Object.keys(resources))("the empty %s is valid", (name) => {
  expect(objectFault(name, blank(name))).toBeNull();
});

test.each([
  ["a field from an older version", { current_period_end: 1 }],
  ["another type", { cancel_at_period_end: "no" }],
  ["null where there must be a value", { customer: null }],
  ["a status that is none", { status: "live" }],
])("a subscription with %s is not valid", (_fault, fields) => {
  expect(objectFault("subscription", { ...blank("subscription"), ...fields })).not.toBeNull();
});

test("null is valid where the document says so", () => {
  expect(objectFault("subscription", { ...blank("subscription"), cancel_at: null })).toBeNull();
  expect(objectFault("subscription", { ...blank("subscription"), cancel_at: 1 })).toBeNull();
});

test("a request's text becomes the declared types", () => {
  const fields = { cancel_at_period_end: "true", items: [{ id: "si_1", quantity: "2" }] };
  expect(requestFault("POST", "/v1/subscriptions/{id}", fields)).toBeNull();
  expect(fields).toEqual({ cancel_at_period_end: true, items: [{ id: "si_1", quantity: 2 }] });
});

test.each([
  ["POST", "/v1/subscriptions/{id}", { plan: "price_1" }],
  ["POST", "/v1/subscriptions/{id}", { items: [{ id: "si_1", usage: "3" }] }],
  ["POST", "/v1/subscriptions/{id}", { payment_behavior: "later" }],
  ["POST", "/v1/billing/meter_events", { payload: { value: "1" } }],
  ["GET", "/v1/prices", { lookup_key: "a" }],
  ["GET", "/v1/subscriptions", { limit: "many" }],
] as const)("%s %s with %o is not valid", (method, template, fields) => {
  expect(requestFault(method, template, structuredClone(fields))).not.toBeNull();
});

test("an answer is held to what its call declares", () => {
  expect(answerFault("GET", "/v1/customers/{id}", 200, blank("customer"))).toBeNull();
  expect(answerFault("GET", "/v1/customers/{id}", 200, blank("invoice"))).not.toBeNull();
  expect(
    answerFault("GET", "/v1/customers/{id}", 404, { error: { type: "invalid_request_error" } }),
  ).toBeNull();
  expect(answerFault("GET", "/v1/customers/{id}", 404, { error: "no" })).not.toBeNull();
});
