/**
 * In-page functions. Each `*.in-page.js` exports one function. It is sent to the page as text, so it may use only its
 * arguments and what a page has. Pages may be hostile, so every return value is parsed.
 */
import type { z } from "zod";
import type { CDPSession } from "./devtools.ts";

/** Source of an expression, as an argument of an in-page function, which gets a function that evaluates it. */
export class Expression {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/**
 * Source of an expression that calls the function. `args`: JSON values, further in-page functions, or expressions. It defines
 * `__name`, because bundlers wrap inner functions in it.
 */
export function call(fn: InPageFunction, ...args: unknown[]): string {
  const list = args.map(sourceOf).join(",");
  return `(()=>{const __name=(f)=>f;return (${fn.toString()})(${list})})()`;
}

/** In brackets, V8 compiles a function at once. Otherwise it parses it twice: first to find its end, and again to run it. */
function sourceOf(value: unknown): string {
  if (value instanceof Expression) return `(()=>${value.source})`;
  return typeof value === "function" ? value.toString() : JSON.stringify(value);
}

/** The page's document was replaced while the function ran in it. */
export class Navigated extends Error {}

/** The page has replaced what the function needs, or its return value does not fit the schema. */
export class Spoiled extends Error {}

/**
 * Most characters of a value as JSON. In a message each takes up to 6 bytes, and a message above 32 MiB ends the
 * connection that all tabs of a browser share.
 */
export const MAX_VALUE_CHARS = 5_500_000;

/** Takes each value as it is: old libraries give arrays and texts a `toJSON` that writes them in another form. */
const WITHOUT_TO_JSON = "function(key){return this[key]}";

/**
 * Source of a promise of the expression's value as JSON text. Without a value, or with a longer one, it is of undefined, for
 * which the schema fails. An error of the page may have any size. No page can change what `typeof` and the length of a text
 * say, so whatever its `JSON` returns has this size at most.
 */
export function asJson(expression: string, maxChars = MAX_VALUE_CHARS): string {
  const json = `JSON.stringify(await (${expression}),${WITHOUT_TO_JSON})`;
  return `(async()=>{try{const json=${json};if(typeof json==="string"&&json.length<=${maxChars})return json}catch{}})()`;
}

/**
 * Evaluates the expression in the page, or in another realm, given by its unique id or by its number in the CDP session. Awaits
 * its promise, and parses the value.
 * The caller sets the deadline.
 * @param maxChars larger than MAX_VALUE_CHARS only for ASCII texts of our own world
 * @throws Navigated, Spoiled
 */
export async function evaluate<T>(
  cdpSession: CDPSession,
  expression: string,
  schema: z.ZodType<T>,
  realm?: string | number,
  maxChars = MAX_VALUE_CHARS,
): Promise<T> {
  const response = await cdpSession
    .send("Runtime.evaluate", {
      expression: asJson(expression, maxChars),
      awaitPromise: true,
      returnByValue: true,
      userGesture: false,
      ...(typeof realm === "number" && { contextId: realm }),
      ...(typeof realm === "string" && { uniqueContextId: realm }),
    })
    .catch((error: unknown) => {
      if (
        /context was destroyed|Cannot find context|navigated or closed|promise was collected/i.test(
          String(error),
        )
      )
        throw new Navigated();
      throw error;
    });
  return read(response.result.value, schema);
}

/**
 * The value of a JSON text of a page.
 * @throws Spoiled
 */
export function read<T>(json: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parse(json));
  if (!parsed.success) throw new Spoiled("The page returned an unusable value.", { cause: parsed.error });
  return parsed.data;
}

/** The value of a JSON text; undefined for anything else. */
function parse(json: unknown): unknown {
  if (typeof json !== "string") return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
