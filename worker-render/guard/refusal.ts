/** Decides whether a held request may pass. */
import { blockedReason } from "#contract/target/target.ts";
import type { CDPEvents } from "../devtools/devtools.ts";
import type { GuardPolicy } from "./policy.ts";

export type Paused = CDPEvents["Fetch.requestPaused"];

/** Why a request is refused. */
export interface Refusal {
  /** Sentence for the warning or the job's error. */
  reason: string;
  /** Network error that the page gets. */
  error: "BlockedByClient" | "NameNotResolved";
}

/** Speculation rules make the browser load further pages, and interception does not see those requests. */
const PREFETCH: Refusal = { reason: "Pages are not loaded ahead.", error: "BlockedByClient" };

/** Null when the request may pass. Throws when the host name of a document cannot be resolved because the resolver fails. */
export async function refusalOf(event: Paused, policy: GuardPolicy): Promise<Refusal | null> {
  if (isRules(event)) return PREFETCH;
  const url = URL.parse(event.request.url);
  if (!url) return { reason: "The address is not a valid URL.", error: "BlockedByClient" };
  const reason = blockedReason(url, policy.targets);
  if (reason !== null) return { reason, error: "BlockedByClient" };
  const isDocument = event.resourceType === "Document";
  return isDocument && !policy.targets.allowPrivate ? nameRefusal(url.hostname, policy) : null;
}

function isRules({ responseHeaders = [] }: Paused): boolean {
  return responseHeaders.some(
    ({ name, value }) => name.toLowerCase() === "content-type" && value.includes("speculationrules"),
  );
}

async function nameRefusal(hostname: string, policy: GuardPolicy): Promise<Refusal | null> {
  const verdict = await policy.resolve(hostname);
  if (verdict === "public") return null;
  if (verdict === "unknown") return { reason: "The host name does not exist.", error: "NameNotResolved" };
  return { reason: "The host name points to a private network.", error: "BlockedByClient" };
}
