/** Daily limits for one visitor and for one public key, so that a button cannot use up the account's credits. */
import type { Context } from "hono";
import { defaultDailyLimits } from "#contract/widget/daily-limits.ts";
import type { KeyOwner } from "#store/keys/public-keys.ts";
import { type Click, countClick, refundClick } from "#store/keys/widget-use.ts";
import { readKeys } from "#store/secrets/keys.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { clientAddress, limitRate } from "../http/rate-limit.ts";

const DAY_MS = 86_400_000;
const utf8 = new TextEncoder();

/** The visitor as a keyed hash of the IP address, so that no address is stored. `place`: where the visitor is counted. */
export async function visitorOf(c: Context<AppEnv>, place: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    readKeys(c.env.SIGNING_KEY)[0].bytes,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const mark = await crypto.subtle.sign("HMAC", key, utf8.encode(`visitor:${place}:${clientAddress(c)}`));
  return Buffer.from(mark).toString("base64url");
}

/** Counts one click for the visitor and the key. Throws `rate_limited` or `key_quota_reached`. */
async function spendQuota(c: Context<AppEnv>, key: KeyOwner): Promise<Click> {
  const visitor = await visitorOf(c, key.id);
  await limitRate(c.env.WIDGET_LIMIT, visitor);
  const day = Math.floor(Date.now() / DAY_MS);
  const usual = defaultDailyLimits(key.tier);
  const click = { keyId: key.id, visitor, day };
  const outcome = await countClick(c.var.db, click, {
    visitor: key.dailyVisitorLimit ?? usual.visitor,
    key: key.dailyLimit ?? usual.key,
  });
  if (outcome === "counted") return click;
  throw new ApiError(outcome === "key_full" ? "key_quota_reached" : "rate_limited", {
    retryAfterSeconds: Math.ceil(((day + 1) * DAY_MS - Date.now()) / 1000),
  });
}

/**
 * Creates a job with `make` if the visitor and the key have a click left today; throws `rate_limited` or
 * `key_quota_reached` if not. The click of a refused job is refunded to the key; the visitor's stays counted.
 */
export async function withinQuota<Made>(
  c: Context<AppEnv>,
  key: KeyOwner,
  make: () => Promise<Made>,
): Promise<Made> {
  const click = await spendQuota(c, key);
  try {
    return await make();
  } catch (error) {
    // After any other error it is unknown whether the job was created.
    if (error instanceof ApiError) await refundClick(c.var.db, click);
    throw error;
  }
}
