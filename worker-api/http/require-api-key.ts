/** `x-api-key` → the account. A private key that comes from a web page other than ours is refused. */
import { createMiddleware } from "hono/factory";
import { findKeyOwner, hourOf, touchKey } from "#store/api-keys.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { isOwnOrigin } from "./own-origin.ts";
import { clientAddress, limitRate } from "./rate-limit.ts";

export const requireApiKey = createMiddleware<AppEnv>(async (c, next) => {
  const key = c.req.header("x-api-key");
  if (!key) throw new ApiError("unauthorized");
  const origin = c.req.header("origin");
  if (origin !== undefined && !isOwnOrigin(origin, c.env.PUBLIC_ORIGIN)) {
    throw new ApiError("private_key_in_browser");
  }
  const owner = await findKeyOwner(c.var.db, key);
  if (!owner) {
    await limitRate(c.env.KEY_GUESS_LIMIT, clientAddress(c));
    throw new ApiError("unauthorized");
  }
  const now = Date.now();
  if (owner.lastUsedAt !== hourOf(now)) c.executionCtx.waitUntil(touchKey(c.var.db, owner.keyId, now));
  c.set("account", { accountId: owner.accountId, tier: owner.tier, keyId: owner.keyId });
  await next();
});
