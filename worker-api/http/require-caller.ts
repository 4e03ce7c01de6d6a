/**
 * Either of the two ways to say who one is: an API key, or the session of our own pages. A key's account is found by the
 * route's own statements, so that a request asks D1 once; each of them works on nothing when the key is not valid.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { readApiKey } from "#store/keys/api-key-format.ts";
import { hourOf, touchKey } from "#store/keys/api-keys.ts";
import type { Owner } from "#store/keys/owner.ts";
import { readUsage } from "#store/money/usage.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { limitHeaders } from "./limit-headers.ts";
import { isOwnOrigin } from "./own-origin.ts";
import { clientAddress, limitRate } from "./rate-limit.ts";
import { requireSession } from "./require-session.ts";

/** A key that is none: told after its client's guesses were counted. */
async function refuseKey(c: Context<AppEnv>): Promise<never> {
  await limitRate(c.env.KEY_GUESS_LIMIT, clientAddress(c));
  throw new ApiError("unauthorized");
}

/** The key as the request shows it. A private key that comes from a web page other than ours is refused. */
async function keyOwner(c: Context<AppEnv>): Promise<Owner> {
  const text = c.req.header("x-api-key");
  if (!text) throw new ApiError("unauthorized");
  const origin = c.req.header("origin");
  if (origin !== undefined && !isOwnOrigin(origin, c.env.PUBLIC_ORIGIN)) {
    throw new ApiError("private_key_in_browser");
  }
  const key = readApiKey(text);
  return key ? { key } : refuseKey(c);
}

/**
 * Whatever the route's answer is, it leaves only to a caller whose account was found, with the account's limits on it.
 * Uses the standing that the route has read, else reads it.
 */
async function respondToOwner(c: Context<AppEnv>): Promise<void> {
  const { owner } = c.var;
  const now = Date.now();
  const usage = c.var.usage ?? (await readUsage(c.var.db, owner, now));
  if (!usage) return refuseKey(c);
  if ("key" in owner && usage.keyUsedAt !== hourOf(now)) {
    c.executionCtx.waitUntil(touchKey(c.var.db, owner.key.id, now));
  }
  const { headers } = c.res;
  for (const [name, value] of limitHeaders(usage, now)) headers.set(name, value);
}

/** With neither key nor session, the answer asks for an API key: this is the public API. */
export const requireCaller = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header("authorization") !== undefined && c.req.header("x-api-key") === undefined) {
    return requireSession(c, async () => {
      c.set("owner", { accountId: c.var.account.accountId });
      await next();
      await respondToOwner(c);
    });
  }
  c.set("owner", await keyOwner(c));
  await next();
  await respondToOwner(c);
});
