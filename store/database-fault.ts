/** Faults of D1 itself: full, locked, overloaded, reset, out of reach. The same statement may work a moment later. */
import { DrizzleQueryError } from "drizzle-orm";

/** D1's errors carry no code, only text: https://developers.cloudflare.com/d1/observability/debug-d1/#error-list */
const OF_D1 = /^D1_(EXEC_)?ERROR: |\bSQLITE_[A-Z]+/;

/** SQLite's result codes for a statement that fails each time: https://www.sqlite.org/rescode.html */
const OF_STATEMENT = /\bSQLITE_(ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE|MISUSE|AUTH)/;

/** What the runtime says when a binding's other end fails; none of our code throws these. */
const OF_RUNTIME = /^(internal error(;|$)|Network connection lost)/;

function hasFlag(error: object, name: "retryable" | "overloaded"): boolean {
  return name in error && Reflect.get(error, name) === true;
}

/** Whether the error is a fault of D1 itself, and not of a statement or of our code. */
export function isDatabaseFault(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  if (hasFlag(cause, "retryable") || hasFlag(cause, "overloaded") || OF_RUNTIME.test(cause.message))
    return true;
  return OF_D1.test(cause.message) && !OF_STATEMENT.test(cause.message);
}
