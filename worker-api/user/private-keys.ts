/** `/user/api-keys`: all API keys of the account. The text of a key is in the response that creates it, and nowhere else. */
import { createRoute, z } from "@hono/zod-openapi";
import {
  type PrivateKey,
  PrivateKeyCreate,
  PrivateKeyCreated,
  PrivateKeyList,
  PrivateKeyResponse,
  PrivateKeyUpdate,
} from "#contract/account/private-keys.ts";
import { DEFAULT_KEY_NAME, KEY_SCOPES, type KeyScope } from "#contract/api-keys.ts";
import { keyBeginning, newNamedKey } from "#store/keys/api-key-format.ts";
import {
  deletePrivateKey,
  insertPrivateKey,
  listPrivateKeys,
  type PrivateKeyRow,
  updatePrivateKey,
} from "#store/keys/private-keys.ts";
import { ApiError, noSuchKey } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { isoTime, lastUse } from "../http/iso-time.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { confirmedAccount } from "./confirmed-account.ts";

function viewKey(row: PrivateKeyRow): PrivateKey {
  return {
    id: row.id,
    name: row.name ?? DEFAULT_KEY_NAME,
    is_default: row.name === null,
    beginning: keyBeginning(row),
    mode: row.test ? "test" : "live",
    scopes: row.scopes,
    monthly_ceiling: row.monthlyCeiling,
    used_this_period: row.usedThisPeriod,
    created_at: isoTime(row.createdAt),
    last_used_at: lastUse(row),
  };
}

/** Each scope once, in the usual order. */
function inOrder(scopes: KeyScope[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}

const KeyId = z.object({ id: z.string().meta({ description: "ID of the key" }) });
const shared = { tags: ["User"], security: SESSION_SECURITY };

export const privateKeys = router();

privateKeys.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/api-keys",
    operationId: "listApiKeys",
    summary: "List the API keys: the default key, then the newest",
    responses: { 200: response("The keys", PrivateKeyList), default: refusal("session_required") },
  }),
  async (c) => {
    const rows = await listPrivateKeys(c.var.db, c.var.account.accountId, Date.now());
    return c.json({ api_keys: rows.map(viewKey) }, 200);
  },
);

privateKeys.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/api-keys",
    operationId: "createApiKey",
    summary: "Create an API key",
    description: "The response is the only one that has the key itself: the service stores only its hash.",
    request: jsonBody(PrivateKeyCreate),
    responses: {
      201: response("The new key", PrivateKeyCreated),
      default: refusal(
        "invalid_request",
        "session_required",
        "email_unverified",
        "too_many_keys",
        "rate_limited",
      ),
    },
  }),
  async (c) => {
    const { name, scopes, mode, monthly_ceiling: monthlyCeiling } = c.req.valid("json");
    const { id: accountId } = await confirmedAccount(c);
    await limitSignIn(c, "create_key", accountId);
    const { key, row } = newNamedKey(mode, c.var.db.shard);
    const wanted = { ...row, name, scopes: inOrder(scopes), monthlyCeiling };
    const added = await insertPrivateKey(c.var.db, accountId, wanted, deviceOf(c), Date.now());
    if (!added) throw new ApiError("too_many_keys");
    return c.json({ api_key: viewKey(added), key }, 201);
  },
);

privateKeys.openapi(
  createRoute({
    ...shared,
    method: "patch",
    path: "/api-keys/{id}",
    operationId: "updateApiKey",
    summary: "Change the name, the scopes or the ceiling of an API key",
    description: "A change takes effect at once. The default key cannot be changed.",
    request: { params: KeyId, ...jsonBody(PrivateKeyUpdate) },
    responses: {
      200: response("The key", PrivateKeyResponse),
      default: refusal("invalid_request", "session_required", "not_found"),
    },
  }),
  async (c) => {
    const { name, scopes, monthly_ceiling: monthlyCeiling } = c.req.valid("json");
    const change = { name, scopes: scopes && inOrder(scopes), monthlyCeiling };
    const { db, account } = c.var;
    const { id } = c.req.valid("param");
    const row = await updatePrivateKey(db, account.accountId, id, change, deviceOf(c), Date.now());
    if (!row) throw noSuchKey();
    return c.json({ api_key: viewKey(row) }, 200);
  },
);

privateKeys.openapi(
  createRoute({
    ...shared,
    method: "delete",
    path: "/api-keys/{id}",
    operationId: "deleteApiKey",
    summary: "Delete an API key. It stops working immediately",
    description: "Jobs of the key stay. The default key cannot be deleted, only rotated.",
    request: { params: KeyId },
    responses: { 204: { description: "Deleted" }, default: refusal("session_required", "not_found") },
  }),
  async (c) => {
    const { db, account } = c.var;
    const { id } = c.req.valid("param");
    const isGone = await deletePrivateKey(db, account.accountId, id, deviceOf(c), Date.now());
    if (!isGone) throw noSuchKey();
    return c.body(null, 204);
  },
);
