/** `/user/second-factor/passkeys`: adds and removes passkeys. */
import { createRoute, z } from "@hono/zod-openapi";
import { PasskeyCreate, PasskeyOptions, RecoveryCodes } from "#contract/account/second-factor.ts";
import { addPasskey, removePasskey } from "#store/second-factor/passkeys.ts";
import { newRecoveryCodes } from "#store/second-factor/recovery-codes.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { requireFreshSignIn } from "../http/fresh-sign-in.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";
import { mailAddedFactor, mailRemovedFactor } from "../second-factor/notices.ts";
import { checkNewPasskey, creationOptions, type Purpose } from "../second-factor/passkeys.ts";
import { factorOwner } from "./second-factor.ts";

const shared = { tags: ["User"], security: SESSION_SECURITY, middleware: requireFreshSignIn };
const SHARED_ERRORS = [
  "session_required",
  "reauthentication_required",
  "email_unverified",
  "rate_limited",
] as const;

function purposeIn(accountId: string, sessionId: string): Purpose {
  return { accountId, act: "add", subject: sessionId };
}

export const passkeys = router();

passkeys.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/second-factor/passkey-options",
    operationId: "beginPasskey",
    summary: "Begin to add a passkey. Needs a fresh sign-in",
    responses: {
      200: response("Options for `navigator.credentials.create`, as JSON", PasskeyOptions),
      default: refusal(...SHARED_ERRORS),
    },
  }),
  async (c) => {
    const account = await factorOwner(c);
    const purpose = purposeIn(account.id, c.var.sessionId);
    return c.json({ ...(await creationOptions(c.env, c.var.db, account, purpose, Date.now())) }, 200);
  },
);

passkeys.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/second-factor/passkeys",
    operationId: "addPasskey",
    summary:
      "Add a passkey. The first factor of an account also makes recovery codes and ends all other sessions",
    request: jsonBody(PasskeyCreate),
    responses: {
      200: response("Added", RecoveryCodes),
      default: refusal("invalid_request", "passkey_refused", "passkey_exists", ...SHARED_ERRORS),
    },
  }),
  async (c) => {
    const account = await factorOwner(c);
    const { db, sessionId } = c.var;
    const { id: accountId } = account;
    const now = Date.now();
    const purpose = purposeIn(accountId, sessionId);
    const passkey = await checkNewPasskey(c.env, db, purpose, c.req.valid("json"), now);
    const { codes, hashes: codeHashes } = newRecoveryCodes(accountId);
    const addition = { accountId, sessionId, codeHashes, passkey, device: deviceOf(c) };
    const added = await addPasskey(db, addition, now);
    if (!added) throw new ApiError("passkey_exists");
    mailAddedFactor(c, account, "passkey", added.isFirst);
    return c.json({ recovery_codes: added.isFirst ? codes : null }, 200);
  },
);

passkeys.openapi(
  createRoute({
    ...shared,
    method: "delete",
    path: "/second-factor/passkeys/{id}",
    operationId: "removePasskey",
    summary: "Remove a passkey. Needs a fresh sign-in",
    request: { params: z.object({ id: z.string().meta({ description: "ID of the passkey" }) }) },
    responses: { 204: { description: "Removed" }, default: refusal("not_found", ...SHARED_ERRORS) },
  }),
  async (c) => {
    const account = await factorOwner(c);
    const passkey = { id: c.req.valid("param").id, accountId: account.id };
    const removed = await removePasskey(c.var.db, passkey, deviceOf(c), Date.now());
    if (!removed) throw new ApiError("not_found");
    await mailRemovedFactor(c, account, "passkey");
    return c.body(null, 204);
  },
);
