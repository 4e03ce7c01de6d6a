/** Parses the authorized domains of a request. Blank rows of the form are ignored. */

import { SENTENCES } from "#contract/sentences.ts";
import { parseDomainPattern } from "#contract/widget/domains.ts";
import { ApiError } from "../http/api-error.ts";

const FIELD = "authorized_domains";

/** Returns the patterns, each once. Throws `invalid_request` with a sentence for each entry that is not a domain. */
export function parseDomains(texts: string[]): string[] {
  const entries = texts
    .map((text, index) => ({ text, path: `${FIELD}.${index}` }))
    .filter(({ text }) => text.trim() !== "");
  if (entries.length === 0) {
    throw new ApiError("invalid_request", { details: [{ path: FIELD, message: SENTENCES.domainMissing }] });
  }
  const parsed = entries.map(({ text, path }) => ({ path, result: parseDomainPattern(text) }));
  const details = parsed.flatMap(({ path, result }) => (result.ok ? [] : [{ path, message: result.reason }]));
  if (details.length > 0) throw new ApiError("invalid_request", { details });
  return [...new Set(parsed.flatMap(({ result }) => (result.ok ? [result.pattern] : [])))];
}
