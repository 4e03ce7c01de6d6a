import type Stripe from "stripe";
import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { Shape, Wire } from "./wire.ts";

test("an enumeration has the values that the SDK names, and no others", () => {
  type Status = "draft" | "open" | "paid" | "uncollectible" | "void" | null;
  expectTypeOf<Wire<Stripe.Invoice>["status"]>().toEqualTypeOf<Status>();
});

test("decimals are text", () => {
  expectTypeOf<Wire<Stripe.Price>["unit_amount_decimal"]>().toEqualTypeOf<string | null>();
});

test("a field that may be absent stays so, and every other is required", () => {
  expectTypeOf<Wire<Stripe.SubscriptionItem>["quantity"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<{ object: "invoice" }>().not.toExtend<Wire<Stripe.Invoice>>();
});

test("a required parameter has a reader that does not accept its absence", () => {
  type Readers = Shape<Stripe.Billing.MeterEventCreateParams>;
  expectTypeOf<{ event_name: z.ZodString }>().not.toExtend<Readers>();
  expectTypeOf<z.ZodOptional<z.ZodString>>().not.toExtend<Readers["event_name"]>();
});
