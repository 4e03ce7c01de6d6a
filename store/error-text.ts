/** What an error may say in a log. */
import { DrizzleQueryError } from "drizzle-orm";

/** Message of the error and its causes. A failed query's own message lists the bound values: addresses, hashes, links. */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `${error.query}: ${errorText(error.cause)}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error) : `${error}: ${errorText(error.cause)}`;
}

/** Where it was thrown: the stack without the message that it begins with. */
export function errorPlace(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}
