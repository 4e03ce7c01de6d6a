/**
 * What comes before D1 is asked about a credential: what D1 said of it within the last minute, then a limit. D1 still
 * decides on every request: a confirmed credential is only counted in another way, so revoking one works at once.
 */
import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { limitCaller, limitClient } from "./rate-limit.ts";
import { Recent } from "./recent.ts";

/**
 * Credentials are random, so one that D1 refused does not become valid later. Only the public key of an account that is
 * unbanned does, and then within this minute.
 */
const refused = new Recent<true>();
const confirmed = new Recent<true>();

/** The key's or token's SHA-256, or a public key. */
export type Credential = string;

/** False if D1 refused the credential within the last minute. */
export function mayBeValid(credential: Credential): boolean {
  return !refused.get(credential, Date.now());
}

/** Counts the request for a confirmed credential, else for the client. Throws `rate_limited`. */
export function limitCredential(c: Context<AppEnv>, credential: Credential): Promise<void> {
  return confirmed.get(credential, Date.now()) ? limitCaller(c, credential) : limitClient(c);
}

export function noteConfirmed(credential: Credential): void {
  confirmed.set(credential, true, Date.now());
}

export function noteRefused(credential: Credential): void {
  confirmed.delete(credential);
  refused.set(credential, true, Date.now());
}
