/** A call of the API: checks the parameters, then runs. */
import type Stripe from "stripe";
import { z } from "zod";
import type { Shape, Wire } from "./wire.ts";
import { StripeFault, type World } from "./world.ts";

interface Request {
  world: World;
  /** The path's `{id}`. */
  id: string;
  /** The form or the query. Every value is text. */
  fields: Record<string, unknown>;
}

interface Call<Wanted> {
  world: World;
  id: string;
  wanted: Wanted;
}

export type Operation<Result> = (request: Request) => Result;

/** The calls by method and path. Each must return what the SDK's type for it says. */
export type Operations<Results> = { [Name in keyof Results]: Operation<Wire<Results[Name]>> };

/** @throws StripeFault, from the call, for a parameter that is missing, unknown or of the wrong type. */
export function call<Wanted, Result>(
  parameters: z.ZodType<Wanted>,
  run: (call: Call<Wanted>) => Result,
): Operation<Result> {
  return ({ world, id, fields }) => {
    const read = parameters.safeParse(fields, { reportInput: true });
    if (!read.success) throw refusal(read.error);
    return run({ world, id, wanted: read.data });
  };
}

export const Int = z
  .string()
  .regex(/^-?\d+$/, "not an integer")
  .transform(Number);
export const Flag = z.stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive" });
export const Metadata = z.record(z.string(), z.string()).default({});
export const Nothing = z.strictObject({});
export const Page = {
  limit: Int.optional(),
  starting_after: z.string().optional(),
} satisfies Shape<Stripe.PaginationParams>;

/** Stripe's error for the first fault of a form. */
function refusal({ issues: [issue] }: z.ZodError): StripeFault {
  if (issue?.code === "unrecognized_keys") {
    const param = parameterName([...issue.path, ...issue.keys.slice(0, 1)]);
    return new StripeFault(400, `Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = parameterName(issue?.path ?? []);
  if (issue?.input === undefined)
    return new StripeFault(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
  return new StripeFault(400, `Invalid ${param}: ${issue.message}`, { param });
}

/** The parameter's name in the form: `items[0][price]`. */
function parameterName([first = "", ...rest]: PropertyKey[]): string {
  return String(first) + rest.map((key) => `[${String(key)}]`).join("");
}
