/** `GET /user/api-key` and `POST /user/api-key/rotate`: the default API key, for accounts with a confirmed address. */
import { createRoute } from "@hono/zod-openapi";
import { ApiKeyResponse, KeyRotation } from "#contract/account/private-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { newApiKey, openApiKey } from "#store/keys/api-key-format.ts";
import { endOldKey, hasKey, hasOldKey, readActiveKey, readOldKey, replaceKey } from "#store/keys/api-keys.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { isoTime, isoTimeOrNull, lastUse } from "../http/iso-time.ts";
import { optionalJsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { allowNoBody } from "../http/require-json.ts";
import { router } from "../http/router.ts";
import { post } from "../mail/outbox.ts";
import { confirmedAccount } from "./confirmed-account.ts";

const OLD_KEY_MS = LIMITS.oldKeyHours * 3_600_000;

function viewOldKey(row: { lastUsedAt: number | null; revokedAt: number | null }) {
  return { expires_at: isoTime(row.revokedAt ?? 0), last_used_at: isoTimeOrNull(row.lastUsedAt) };
}

export const apiKey = router();

apiKey.openapi(
  createRoute({
    method: "get",
    path: "/api-key",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "getApiKey",
    summary: "Read the private API key",
    responses: {
      200: response("The key", ApiKeyResponse),
      default: refusal("session_required", "email_unverified"),
    },
  }),
  async (c) => {
    const { id } = await confirmedAccount(c);
    const [row, old] = await Promise.all([readActiveKey(c.var.db, id), readOldKey(c.var.db, id, Date.now())]);
    if (!row) throw new ApiError("not_found");
    const key = await openApiKey(row, c.env.SEALING_KEY);
    return c.json(
      {
        api_key: { key, created_at: isoTime(row.createdAt), last_used_at: lastUse(row) },
        old_key: old && viewOldKey(old),
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
    operationId: "rotateApiKey",
    summary: "Rotate the private API key. The old key stops working immediately, unless the body keeps it",
    middleware: allowNoBody,
    request: optionalJsonBody(KeyRotation),
    responses: {
      200: response("The new key", ApiKeyResponse),
      default: refusal("invalid_request", "session_required", "email_unverified", "rate_limited"),
    },
  }),
  async (c) => {
    const account = await confirmedAccount(c);
    await limitSignIn(c, "rotate", account.id);
    const now = Date.now();
    // Without a body the validated value is an empty object.
    const isKept = c.req.valid("json").keep_old === true;
    const worksUntil = isKept ? now + OLD_KEY_MS : now;
    const { key, row } = await newApiKey(c.env.SEALING_KEY, c.var.db.shard);
    const act = { accountId: account.id, kind: "key_rotated", device: deviceOf(c) } as const;
    await c.var.db.batch([
      ...replaceKey(c.var.db, row, account.id, now, worksUntil),
      noteActivity(c.var.db, act, now, hasKey(row.id)),
    ]);
    const old = isKept ? await readOldKey(c.var.db, account.id, now) : null;
    c.executionCtx.waitUntil(
      post(c.env, c.var.db, {
        to: account.email,
        accountId: account.id,
        content: {
          template: "key_rotated",
          link: `${c.env.PUBLIC_ORIGIN}/settings`,
          oldKeyUntil: isKept ? worksUntil : null,
        },
      }),
    );
    return c.json(
      {
        api_key: { key, created_at: isoTime(now), last_used_at: null },
        old_key: old && viewOldKey(old),
      },
      200,
    );
  },
);

apiKey.openapi(
  createRoute({
    method: "delete",
    path: "/api-key/old",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "endOldApiKey",
    summary: "End the old API key that a rotation has kept",
    responses: { 204: { description: "No old key works" }, default: refusal("session_required") },
  }),
  async (c) => {
    const { db } = c.var;
    const { accountId } = c.var.account;
    const now = Date.now();
    const act = { accountId, kind: "old_key_ended", device: deviceOf(c) } as const;
    await db.batch([noteActivity(db, act, now, hasOldKey(accountId, now)), endOldKey(db, accountId, now)]);
    return c.body(null, 204);
  },
);
