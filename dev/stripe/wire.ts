/** The SDK's types as the JSON that carries them. */
import type Stripe from "stripe";
import type { z } from "zod";

/** The SDK leaves enumerations open with a wide string; only their named values are left here. */
type Named<T> = T extends string ? (string extends T ? never : T) : never;
type Closed<T> = [Named<T>] extends [never] ? T : Exclude<T, string> | Named<T>;

type JsonOf<T> = T extends Stripe.Decimal
  ? string
  : T extends object
    ? { [Key in keyof T]: Wire<T[Key]> }
    : T;

/** An object of Stripe's as JSON: decimals are text. Fields that may be absent or null stay so. */
export type Wire<T> = JsonOf<Closed<T>>;

/** Readers of a call's parameters: one for each that Stripe requires, none that Stripe does not have. */
export type Shape<Params> = { [Key in keyof Params]: z.ZodType<Wire<Params[Key]>> };
