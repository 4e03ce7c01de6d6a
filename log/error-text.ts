/** What an error may say in a log. */

/** Drizzle lists the bound values in the message itself: addresses, hashes, links. Errors lose their class across RPC. */
const BOUND_VALUES = /(Failed query: [\s\S]*?)\nparams: [\s\S]*/;
const MAX_CAUSES = 5;

/** Message of the error and its causes, without the values of a failed query. Never throws. */
export function errorText(error: unknown): string {
  const texts: string[] = [];
  let current = error;
  do {
    texts.push(textOf(current).replace(BOUND_VALUES, "$1"));
    current = current instanceof Error ? current.cause : undefined;
  } while (current !== undefined && texts.length <= MAX_CAUSES);
  return texts.join(": ");
}

/** Where it was thrown: the stack without the message that it begins with. */
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
