/** Text of an error for the log, without customers' data. */

import { redact } from "./redact.ts";

/** Drizzle's message contains the bound values: addresses, hashes, links. A pattern, because errors lose their class in RPC. */
const BOUND_VALUES = /(Failed query: [\s\S]*?)\nparams: [\s\S]*/;
const MAX_CAUSES = 5;

/** The messages of the error and its causes, without secrets and the bound values of a failed query. Never throws. */
export function errorText(error: unknown): string {
  const texts: string[] = [];
  let current = error;
  do {
    texts.push(redact(textOf(current).replace(BOUND_VALUES, "$1")));
    current = current instanceof Error ? current.cause : undefined;
  } while (current !== undefined && texts.length <= MAX_CAUSES);
  return texts.join(": ");
}

/** The error's stack without its message; empty when it is not an Error. */
export function errorPlace(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}

function textOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "An error without text";
  }
}
