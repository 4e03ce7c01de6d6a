/** What one visitor, and one key as a whole, may spend of the account's credits: a button must not empty the account. */
import type { Context } from "hono";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import type { KeyOwner } from "#store/keys/public-keys.ts";
import { type Click, countClick, refundClick } from "#store/keys/widget-use.ts";
import { signingKey } from "../files/link.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { clientAddress, limitRate } from "../http/rate-limit.ts";

const DAY_MS = 86_400_000;
const utf8 = new TextEncoder();

/** Stands for the visitor in the day's count: a keyed hash, so that no address is kept. */
async function visitorOf(c: Context<AppEnv>, keyId: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    signingKey(c.env.SIGNING_KEY),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const mark = await crypto.subtle.sign("HMAC", key, utf8.encode(`visitor:${keyId}:${clientAddress(c)}`));
  return Buffer.from(mark).toString("base64url");
}

/** Counts one click for the visitor and the key; throws `rate_limited` or `key_quota_reached`. */
async function spendQuota(c: Context<AppEnv>, key: KeyOwner): Promise<Click> {
  const visitor = await visitorOf(c, key.id);
  await limitRate(c.env.WIDGET_LIMIT, visitor);
  const day = Math.floor(Date.now() / DAY_MS);
  const { creditsPerMonth } = PLANS[key.tier];
  const click = { keyId: key.id, visitor, day };
  const outcome = await countClick(c.var.db, click, {
    visitor: Math.min(LIMITS.widgetVisitorJobsPerDay, creditsPerMonth * LIMITS.widgetVisitorDailyShare),
    key: creditsPerMonth * LIMITS.widgetKeyDailyShare,
  });
  if (outcome === "counted") return click;
  throw new ApiError(outcome === "key_full" ? "key_quota_reached" : "rate_limited", {
    retryAfterSeconds: Math.ceil(((day + 1) * DAY_MS - Date.now()) / 1000),
  });
}

/**
 * Makes a job as a click that the visitor and the key have left for today; throws `rate_limited` or `key_quota_reached`
 * where they have none. A job that is refused costs the key nothing of its day; its visitor's click stays counted.
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
    // After a fault nobody knows whether the job was made.
    if (error instanceof ApiError) await refundClick(c.var.db, click);
    throw error;
  }
}
