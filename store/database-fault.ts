/** Faults of D1 itself: full, locked, overloaded, reset, unreachable. The same statement may succeed a moment later. */
import { DrizzleQueryError } from "drizzle-orm";

/** D1's errors carry no code, only text: https://developers.cloudflare.com/d1/observability/debug-d1/#error-list */
const DATABASE_ERROR = /^D1_(EXEC_)?ERROR: |\bSQLITE_[A-Z]+/;

/** SQLite's result codes for statements that fail every time: https://www.sqlite.org/rescode.html */
const STATEMENT_ERROR = /\bSQLITE_(ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE|MISUSE|AUTH)/;

/** Messages of the runtime when the service behind a binding fails. Our own code throws none of these. */
const RUNTIME_ERROR = /^(internal error(;|$)|Network connection lost)/;

function hasFlag(error: object, name: "retryable" | "overloaded"): boolean {
  return name in error && Reflect.get(error, name) === true;
}

/** True for a fault of D1 itself, false for a fault of a statement or of our code. */
export function isDatabaseFault(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  if (hasFlag(cause, "retryable") || hasFlag(cause, "overloaded") || RUNTIME_ERROR.test(cause.message))
    return true;
  return DATABASE_ERROR.test(cause.message) && !STATEMENT_ERROR.test(cause.message);
}
