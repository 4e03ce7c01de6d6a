/** `GET /user/api-key` and `POST /user/api-key/rotate`: the private key, for accounts with a confirmed address. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { ApiKeyResponse } from "#contract/account.ts";
import { type AccountRow, readAccount } from "#store/accounts/accounts.ts";
import { newApiKey, openApiKey } from "#store/keys/api-key-format.ts";
import { readActiveKey, replaceKey } from "#store/keys/api-keys.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { isoTime, isoTimeOrNull } from "../http/iso-time.ts";
import { refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { post } from "../mail/outbox.ts";

async function confirmedAccount(c: Context<AppEnv>): Promise<AccountRow> {
  const account = await readAccount(c.var.db, c.var.account.accountId);
  if (!account) throw new ApiError("session_required");
  if (account.emailConfirmedAt === null) throw new ApiError("email_unverified");
  return account;
}

export const apiKey = router();

apiKey.openapi(
  createRoute({
    method: "get",
    path: "/api-key",
    tags: ["User"],
    security: SESSION_SECURITY,
    summary: "Read the private API key",
    responses: {
      200: response("The key", ApiKeyResponse),
      default: refusal("session_required", "email_unverified"),
    },
  }),
  async (c) => {
    const { id } = await confirmedAccount(c);
    const row = await readActiveKey(c.var.db, id);
    if (!row) throw new ApiError("not_found");
    const key = await openApiKey(row, c.env.SEALING_KEY);
    return c.json(
      {
        api_key: { key, created_at: isoTime(row.createdAt), last_used_at: isoTimeOrNull(row.lastUsedAt) },
      },
      200,
    );
  },
);

apiKey.openapi(
  createRoute({
    method: "post",
    path: "/api-key/rotate",
    tags: ["User"],
    security: SESSION_SECURITY,
    summary: "Rotate the private API key. The old key stops working immediately",
    responses: {
      200: response("The new key", ApiKeyResponse),
      default: refusal("session_required", "email_unverified", "rate_limited"),
    },
  }),
  async (c) => {
    const account = await confirmedAccount(c);
    await limitSignIn(c, "rotate", account.id);
    const now = Date.now();
    const { key, row } = await newApiKey(c.env.SEALING_KEY);
    await c.var.db.batch([...replaceKey(c.var.db, row, account.id, now)]);
    c.executionCtx.waitUntil(
      post(c.env, c.var.db, {
        to: account.email,
        accountId: account.id,
        content: { template: "key_rotated", link: `${c.env.PUBLIC_ORIGIN}/settings` },
      }),
    );
    return c.json({ api_key: { key, created_at: isoTime(now), last_used_at: null } }, 200);
  },
);
