/** `/public-keys`: keys for web pages. Each works on its authorized domains only. */
import { createRoute, z } from "@hono/zod-openapi";
import {
  DomainUseList,
  type PublicKey,
  PublicKeyCreate,
  PublicKeyList,
  PublicKeyResponse,
  PublicKeyUpdate,
} from "#contract/account/public-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { newPublicKey } from "#store/keys/api-key-format.ts";
import { domainUse } from "#store/keys/domain-use.ts";
import {
  deletePublicKey,
  insertPublicKey,
  listPublicKeys,
  type PublicKeyRow,
  updatePublicKey,
} from "#store/keys/public-keys.ts";
import { newId } from "#store/secrets/ids.ts";
import { ownOriginOnly } from "../http/api-cors.ts";
import { ApiError, noSuchKey } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { isoTime, lastUse } from "../http/iso-time.ts";
import { limitBody } from "../http/limit-body.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { requireJson } from "../http/require-json.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { parseDomains } from "./domains.ts";

function viewKey(row: PublicKeyRow): PublicKey {
  return {
    id: row.id,
    name: row.name,
    key: row.key,
    authorized_domains: row.authorizedDomains,
    restrict_targets: row.restrictTargets,
    overage_enabled: row.overageEnabled,
    daily_limit: row.dailyLimit,
    daily_visitor_limit: row.dailyVisitorLimit,
    used_today: row.usedToday,
    created_at: isoTime(row.createdAt),
    last_used_at: lastUse(row),
  };
}

const DAY_MS = 86_400_000;
const KeyId = z.object({ id: z.string().meta({ description: "ID of the key" }) });
const shared = { tags: ["Public keys"], security: SESSION_SECURITY };

export const publicKeyRoutes = router();

publicKeyRoutes.use(ownOriginOnly, limitBody, requireJson, requireSession);

publicKeyRoutes.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/",
    operationId: "listPublicKeys",
    summary: "List public keys, newest first",
    responses: { 200: response("The keys", PublicKeyList), default: refusal("session_required") },
  }),
  async (c) => {
    const rows = await listPublicKeys(c.var.db, c.var.account.accountId, Date.now());
    return c.json({ public_keys: rows.map(viewKey) }, 200);
  },
);

publicKeyRoutes.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/",
    operationId: "createPublicKey",
    summary: "Create a public key",
    request: jsonBody(PublicKeyCreate),
    responses: {
      201: response("The new key", PublicKeyResponse),
      default: refusal("invalid_request", "session_required", "too_many_keys"),
    },
  }),
  async (c) => {
    const { name, authorized_domains, restrict_targets } = c.req.valid("json");
    const row = await insertPublicKey(
      c.var.db,
      c.var.account.accountId,
      {
        id: newId("pub"),
        key: newPublicKey(c.var.db.shard),
        name,
        authorizedDomains: parseDomains(authorized_domains),
        restrictTargets: restrict_targets,
      },
      deviceOf(c),
      Date.now(),
    );
    if (!row) throw new ApiError("too_many_keys");
    return c.json({ public_key: viewKey(row) }, 201);
  },
);

publicKeyRoutes.openapi(
  createRoute({
    ...shared,
    method: "put",
    path: "/{id}",
    operationId: "updatePublicKey",
    summary: "Update a public key",
    request: { params: KeyId, ...jsonBody(PublicKeyUpdate) },
    responses: {
      200: response("The key", PublicKeyResponse),
      default: refusal("invalid_request", "session_required", "not_found"),
    },
  }),
  async (c) => {
    const asked = c.req.valid("json");
    const change = {
      name: asked.name,
      authorizedDomains: asked.authorized_domains && parseDomains(asked.authorized_domains),
      restrictTargets: asked.restrict_targets,
      overageEnabled: asked.overage_enabled,
      dailyLimit: asked.daily_limit,
      dailyVisitorLimit: asked.daily_visitor_limit,
    };
    const { db, account } = c.var;
    const { id } = c.req.valid("param");
    const row = await updatePublicKey(db, account.accountId, id, change, deviceOf(c), Date.now());
    if (!row) throw noSuchKey();
    return c.json({ public_key: viewKey(row) }, 200);
  },
);

publicKeyRoutes.openapi(
  createRoute({
    ...shared,
    method: "delete",
    path: "/{id}",
    operationId: "deletePublicKey",
    summary: "Delete a public key. Widgets that use it stop working immediately",
    request: { params: KeyId },
    responses: { 204: { description: "Deleted" }, default: refusal("session_required", "not_found") },
  }),
  async (c) => {
    const { db, account } = c.var;
    const { id } = c.req.valid("param");
    const gone = await deletePublicKey(db, account.accountId, id, deviceOf(c), Date.now());
    if (!gone) throw noSuchKey();
    return c.body(null, 204);
  },
);

publicKeyRoutes.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/{id}/domains",
    operationId: "listPublicKeyDomains",
    summary: `Read the conversions of the last ${LIMITS.domainUseDays} days by domain`,
    description: "Counts the conversions of a public key's buttons by the host of their page.",
    request: { params: KeyId },
    responses: {
      200: response("The domains", DomainUseList),
      default: refusal("session_required", "not_found"),
    },
  }),
  async (c) => {
    const since = Date.now() - LIMITS.domainUseDays * DAY_MS;
    const domains = await domainUse(c.var.db, c.var.account.accountId, c.req.valid("param").id, since);
    if (!domains) throw noSuchKey();
    return c.json({ domains }, 200);
  },
);
