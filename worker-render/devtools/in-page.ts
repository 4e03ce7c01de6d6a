/**
 * Functions that run inside the page. Each `*.in-page.js` holds one that stands alone: it is sent as text, so it may use
 * only its arguments and what a page has. Their answers come from a hostile place and are parsed.
 */
import type { z } from "zod";
import type { CDPSession } from "./devtools.ts";

/** The text that calls the function, whose arguments may be such functions too. Bundlers wrap inner functions in `__name`, which a page does not have. */
export function call(fn: InPageFunction, ...args: unknown[]): string {
  const list = args.map((value) => (typeof value === "function" ? value : JSON.stringify(value))).join(",");
  return `(()=>{const __name=(f)=>f;return (${fn.toString()})(${list})})()`;
}

/** The page's document was replaced while the function ran in it. */
export class Navigated extends Error {}

/** The page has spoiled what the function needs, or answers nonsense in its place. */
export class Spoiled extends Error {}

/**
 * Runs the expression in the page, or in the realm of one of its frames, awaits its promise, and parses what comes out.
 * The caller sets the deadline.
 */
export async function evaluate<T>(
  cdpSession: CDPSession,
  expression: string,
  schema: z.ZodType<T>,
  realm?: string,
): Promise<T> {
  // What a page throws may be of any size; an answer that fits no schema says the same.
  const guarded = `(async()=>{try{return await (${expression})}catch{}})()`;
  const response = await cdpSession
    .send("Runtime.evaluate", {
      expression: guarded,
      awaitPromise: true,
      returnByValue: true,
      userGesture: false,
      ...(realm !== undefined && { uniqueContextId: realm }),
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
  const parsed = schema.safeParse(response.result.value);
  if (!parsed.success) throw new Spoiled("The page gave no usable answer.", { cause: parsed.error });
  return parsed.data;
}
