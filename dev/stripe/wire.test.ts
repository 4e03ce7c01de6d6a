import type Stripe from "stripe";
import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { Shape, Wire } from "./wire.ts";

test("an enumeration has the values that the SDK names, and no others", () => {
  type Status = "draft" | "open" | "paid" | "uncollectible" | "void" | null;
  expectTypeOf<Wire<Stripe.Invoice>["status"]>().toEqualTypeOf<Status>();
});

test("a decimal is text", () => {
  expectTypeOf<Wire<Stripe.Price>["unit_amount_decimal"]>().toEqualTypeOf<string | null>();
});

test("an optional field stays optional, and every other field is required", () => {
  expectTypeOf<Wire<Stripe.SubscriptionItem>["quantity"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<{ object: "invoice" }>().not.toExtend<Wire<Stripe.Invoice>>();
});

test("a required parameter must have a reader, and the reader must not be optional", () => {
  type Readers = Shape<Stripe.Billing.MeterEventCreateParams>;
  expectTypeOf<{ event_name: z.ZodString }>().not.toExtend<Readers>();
  expectTypeOf<z.ZodOptional<z.ZodString>>().not.toExtend<Readers["event_name"]>();
});
