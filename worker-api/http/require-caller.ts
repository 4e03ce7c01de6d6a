/**
 * Authentication by API key, or by the session of our own pages. The route's own statements find a key's account, so
 * that a request asks D1 once; with a key that is not valid, or lacks the call's scope, they find no rows.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { isKeyCall, KEY_CALLS, type KeyScope } from "#contract/api-keys.ts";
import { readApiKey } from "#store/keys/api-key-format.ts";
import { minuteOf, touchKey } from "#store/keys/api-keys.ts";
import type { Owner } from "#store/keys/owner.ts";
import { readUsage, type Usage } from "#store/money/usage.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { ownOriginOnly } from "./api-cors.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { limitCredential, mayBeValid, noteConfirmed, noteRefused } from "./credentials.ts";
import { limitHeaders } from "./limit-headers.ts";
import { isOwnOrigin } from "./own-origin.ts";
import { requireSession } from "./require-session.ts";
import { enterShard } from "./shard.ts";

/** The scope that the request needs. A path without such a call needs the highest one: its response is an error. */
function scopeOf(c: Context<AppEnv>): KeyScope {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  const path = route?.path.replace("/api/v1", "").replace(/:(\w+)/g, "{$1}");
  const call = `${route?.method} ${path}`;
  return isKeyCall(call) ? KEY_CALLS[call] : "admin";
}

/** The API key of the request. Refuses a private key that is sent by a web page of another site. */
async function keyOwner(c: Context<AppEnv>): Promise<Owner> {
  // Space around a value is no part of it (RFC 9110, 5.5), but the runtime keeps it.
  const text = c.req.header("x-api-key")?.trim();
  if (!text) throw new ApiError("unauthorized");
  const origin = c.req.header("origin");
  if (origin !== undefined && !isOwnOrigin(origin, c.env.PUBLIC_ORIGIN)) {
    throw new ApiError("private_key_in_browser");
  }
  const key = readApiKey(text);
  if (!key || !mayBeValid(key.hash) || !enterShard(c, shardOfId(key.id))) throw new ApiError("unauthorized");
  await limitCredential(c, key.hash);
  return { key, scope: scopeOf(c) };
}

/** Refuses a key that lacks the scope, or whose account is banned. The route's statements have found and changed nothing. */
function requireScope(owner: Owner, usage: Usage): void {
  if (usage.isBanned) throw new ApiError("account_banned");
  if (usage.mayCall || !("key" in owner)) return;
  const message = `This API key lacks the scope “${owner.scope}”, which the call needs.`;
  throw new ApiError("missing_scope", { message });
}

/**
 * Lets the route's response out only if the caller's account was found and its key has the scope. Adds the account's
 * limit headers. Takes the usage that the route has read, else reads it.
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
    if (usage.keyUsedAt !== minuteOf(now)) {
      c.executionCtx.waitUntil(touchKey(c.var.db, owner.key.id, now));
    }
  }
  const { headers } = c.res;
  for (const [name, value] of limitHeaders(usage, now)) headers.set(name, value);
  requireScope(owner, usage);
}

/** Without API key and session, the error asks for an API key, because this is the public API. */
export const requireCaller = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header("authorization") !== undefined && c.req.header("x-api-key") === undefined) {
    if (/^Bearer sk_/i.test(c.req.header("authorization") ?? "")) {
      const message = "Send your API key in the x-api-key header. Authorization is for sign-in sessions.";
      throw new ApiError("unauthorized", { message });
    }
    return ownOriginOnly(c, async () => {
      await requireSession(c, async () => {
        c.set("owner", { accountId: c.var.account.accountId });
        await next();
        await respondToOwner(c);
      });
    });
  }
  c.set("owner", await keyOwner(c));
  await next();
  await respondToOwner(c);
});
