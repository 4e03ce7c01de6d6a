/**
 * Rate limits with Cloudflare's rate-limit binding, checked before any work. They are approximate, and each location
 * counts on its own.
 */
import type { Context } from "hono";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { Recent } from "./recent.ts";

/**
 * The binding's period, as in wrangler.toml, and our Retry-After: the binding does not report how much of it is left.
 */
const PERIOD_SECONDS = 60;

/** Requests of one caller that count as one for CALLER_LIMIT, so that few requests ask the binding. */
const REQUESTS_PER_COUNT = 40;

/** Requests by caller since the binding was asked. */
const uncounted = new Recent<number>();

/** The client as the limits count it: an IPv4 address, or the /64 network of an IPv6 subscriber. */
export function clientAddress(c: Context<AppEnv>): string {
  return networkOf(c.req.header("cf-connecting-ip") ?? "");
}

/** The /64 network of an IPv6 address, in one spelling; an IPv4 address as it is, also when it is mapped into IPv6. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1);
  if (host === undefined) return address;
  const [head = "", tail] = host.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => "0");
  const groups = [...front, ...zeros, ...back];
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  const isMapped = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff";
  if (isMapped && high !== undefined && low !== undefined) {
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Counts one try under `key`. Throws `rate_limited` when there are too many. */
export async function limitRate(limit: RateLimit, key: string): Promise<void> {
  const { success } = await limit.limit({ key });
  if (!success) throw new ApiError("rate_limited", { retryAfterSeconds: PERIOD_SECONDS });
}

/** Counts a request without a credential, or with one that is not known to be valid. */
export function limitClient(c: Context<AppEnv>): Promise<void> {
  return limitRate(c.env.UNPROVEN_LIMIT, clientAddress(c));
}

/** Counts a request of a known caller: an API key, a sign-in session, or the holder of a job token. */
export async function limitCaller(c: Context<AppEnv>, caller: string): Promise<void> {
  const now = Date.now();
  const requests = (uncounted.get(caller, now) ?? 0) + 1;
  uncounted.set(caller, requests % REQUESTS_PER_COUNT, now);
  if (requests < REQUESTS_PER_COUNT) return;
  try {
    await limitRate(c.env.CALLER_LIMIT, caller);
  } catch (error) {
    // The next request asks the binding again.
    uncounted.set(caller, REQUESTS_PER_COUNT - 1, now);
    throw error;
  }
}

/**
 * Counts one try of `action` (sign-in, change of password, …) for this client, and for this account or email address.
 */
export async function limitSignIn(c: Context<AppEnv>, action: string, subject: string): Promise<void> {
  await limitRate(c.env.ADDRESS_LIMIT, `${action}:${clientAddress(c)}`);
  await limitRate(c.env.AUTH_LIMIT, `${action}:${sha256Hex(subject)}`);
}

/**
 * Counts one mail that this client requests. All kinds of mail share the limit. The recipient has none, because requests
 * of others would then hinder the owner of the mailbox.
 */
export function limitMails(c: Context<AppEnv>): Promise<void> {
  return limitRate(c.env.MAIL_LIMIT, clientAddress(c));
}
