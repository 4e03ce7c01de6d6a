/** `/user/second-factor/totp`: sets up the authenticator app in two steps, and removes it. */
import { createRoute } from "@hono/zod-openapi";
import { RecoveryCodes, TotpConfirmation, TotpSetup } from "#contract/account/second-factor.ts";
import { newRecoveryCodes } from "#store/second-factor/recovery-codes.ts";
import { beginTotp, confirmTotp, readTotp, removeTotp } from "#store/second-factor/totp-secrets.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { requireFreshSignIn } from "../http/fresh-sign-in.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";
import { mailAddedFactor, mailRemovedFactor } from "../second-factor/notices.ts";
import { sealTotp, stepOfSealed } from "../second-factor/sealed-totp.ts";
import { newTotp } from "../second-factor/totp.ts";
import { factorOwner } from "./second-factor.ts";

const shared = { tags: ["User"], security: SESSION_SECURITY, middleware: requireFreshSignIn };
const SHARED_ERRORS = [
  "session_required",
  "reauthentication_required",
  "email_unverified",
  "rate_limited",
] as const;

export const totp = router();

totp.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/second-factor/totp",
    operationId: "beginAuthenticator",
    summary: "Begin to set up an authenticator app. Needs a fresh sign-in",
    responses: {
      200: response("The secret. It counts once its first code has confirmed it", TotpSetup),
      default: refusal("totp_exists", ...SHARED_ERRORS),
    },
  }),
  async (c) => {
    const account = await factorOwner(c);
    const made = await newTotp(account.email);
    const sealed = await sealTotp(c.env, account.id, made.secret);
    if (!(await beginTotp(c.var.db, { accountId: account.id, sealed }, Date.now()))) {
      throw new ApiError("totp_exists");
    }
    return c.json(made, 200);
  },
);

totp.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/second-factor/totp/confirm",
    operationId: "confirmAuthenticator",
    summary:
      "Confirm the authenticator app with its first code. The first factor of an account also makes recovery codes and ends all other sessions",
    request: jsonBody(TotpConfirmation),
    responses: {
      200: response("Added", RecoveryCodes),
      default: refusal("invalid_request", "wrong_code", "not_found", ...SHARED_ERRORS),
    },
  }),
  async (c) => {
    const account = await factorOwner(c);
    const { db, env } = { db: c.var.db, env: c.env };
    const { id: accountId } = account;
    const now = Date.now();
    const sealed = await readTotp(db, accountId, "unconfirmed", now);
    if (sealed === null) throw new ApiError("not_found");
    const step = await stepOfSealed(env, { accountId, sealed }, c.req.valid("json").code, now);
    if (step === null) throw new ApiError("wrong_code");
    const { codes, hashes: codeHashes } = newRecoveryCodes(accountId);
    const addition = { accountId, sessionId: c.var.sessionId, codeHashes, sealed, step, device: deviceOf(c) };
    const added = await confirmTotp(db, addition, now);
    if (!added) throw new ApiError("not_found");
    mailAddedFactor(c, account, "totp", added.isFirst);
    return c.json({ recovery_codes: added.isFirst ? codes : null }, 200);
  },
);

totp.openapi(
  createRoute({
    ...shared,
    method: "delete",
    path: "/second-factor/totp",
    operationId: "removeAuthenticator",
    summary: "Remove the authenticator app. Needs a fresh sign-in",
    responses: { 204: { description: "Removed" }, default: refusal("not_found", ...SHARED_ERRORS) },
  }),
  async (c) => {
    const account = await factorOwner(c);
    if (!(await removeTotp(c.var.db, account.id, deviceOf(c), Date.now()))) throw new ApiError("not_found");
    await mailRemovedFactor(c, account, "totp");
    return c.body(null, 204);
  },
);
