/**
 * Authentication by API key, or by the session of our own pages. The route's own statements find a key's account, so
 * that a request asks D1 once; with a key that is not valid they find no rows.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { readApiKey } from "#store/keys/api-key-format.ts";
import { hourOf, touchKey } from "#store/keys/api-keys.ts";
import type { Owner } from "#store/keys/owner.ts";
import { readUsage } from "#store/money/usage.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { limitCredential, mayBeValid, noteConfirmed, noteRefused } from "./credentials.ts";
import { limitHeaders } from "./limit-headers.ts";
import { isOwnOrigin } from "./own-origin.ts";
import { requireSession } from "./require-session.ts";

/** The API key of the request. Refuses a private key that is sent by a web page of another site. */
async function keyOwner(c: Context<AppEnv>): Promise<Owner> {
  const text = c.req.header("x-api-key");
  if (!text) throw new ApiError("unauthorized");
  const origin = c.req.header("origin");
  if (origin !== undefined && !isOwnOrigin(origin, c.env.PUBLIC_ORIGIN)) {
    throw new ApiError("private_key_in_browser");
  }
  const key = readApiKey(text);
  if (!key || !mayBeValid(key.hash)) throw new ApiError("unauthorized");
  await limitCredential(c, key.hash);
  return { key };
}

/**
 * Lets the route's response out only if the caller's account was found, and adds the account's limit headers. Takes the
 * usage that the route has read, else reads it.
 */
async function respondToOwner(c: Context<AppEnv>): Promise<void> {
  const { owner } = c.var;
  const now = Date.now();
  // The route's own statement may have found no account.
  const isUnknown = c.error instanceof ApiError && c.error.code === "unauthorized";
  const usage = isUnknown ? null : (c.var.usage ?? (await readUsage(c.var.db, owner, now)));
  if (!usage) {
    if ("key" in owner) noteRefused(owner.key.hash);
    throw new ApiError("unauthorized");
  }
  if ("key" in owner) {
    noteConfirmed(owner.key.hash);
    if (usage.keyUsedAt !== hourOf(now)) {
      c.executionCtx.waitUntil(touchKey(c.var.db, owner.key.id, now));
    }
  }
  const { headers } = c.res;
  for (const [name, value] of limitHeaders(usage, now)) headers.set(name, value);
}

/** Without API key and session, the error asks for an API key, because this is the public API. */
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
