/** `x-api-key` → the account. A private key that comes from a web page other than ours is refused. */
import { and, eq, isNull } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { accounts, apiKeys } from "#store/schema.ts";
import { sha256Hex } from "#store/sha256.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

export const requireApiKey = createMiddleware<AppEnv>(async (c, next) => {
  const key = c.req.header("x-api-key");
  if (!key) throw new ApiError("unauthorized");
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== c.env.PUBLIC_ORIGIN) throw new ApiError("private_key_in_browser");
  const [owner] = await c.var.db
    .select({ accountId: accounts.id, tier: accounts.tier, keyId: apiKeys.id })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(
      and(eq(apiKeys.hash, await sha256Hex(key)), isNull(apiKeys.revokedAt), isNull(accounts.deletingAt)),
    );
  if (!owner) throw new ApiError("unauthorized");
  c.set("account", owner);
  await next();
});
