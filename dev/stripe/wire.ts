/** The JSON form of the SDK's types. */
import type Stripe from "stripe";
import type { z } from "zod";

/** The SDK's enumerations also accept any string. Only the named values are left here. */
type Named<T> = T extends string ? (string extends T ? never : T) : never;
type Closed<T> = [Named<T>] extends [never] ? T : Exclude<T, string> | Named<T>;

type JsonOf<T> = T extends Stripe.Decimal
  ? string
  : T extends object
    ? { [Key in keyof T]: Wire<T[Key]> }
    : T;

/** The JSON of a Stripe object: decimals are text. Optional and nullable fields stay so. */
export type Wire<T> = JsonOf<Closed<T>>;

/** zod readers of a call's parameters: all that Stripe requires, and no parameter that Stripe does not have. */
export type Shape<Params> = { [Key in keyof Params]: z.ZodType<Wire<Params[Key]>> };
