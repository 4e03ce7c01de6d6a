/** `POST /auth/forgot-password`, `/auth/reset-password` and `/auth/change-password`. */
import { createRoute } from "@hono/zod-openapi";
import { EmailRequest, Message, PasswordChange, ResetRequest } from "#contract/account/sign-in.ts";
import { SENTENCES } from "#contract/sentences.ts";
import {
  changePassword,
  notePasswordChange,
  readAccount,
  setPassword,
  takeOver,
} from "#store/accounts/accounts.ts";
import { deleteEmailChange } from "#store/accounts/email-change.ts";
import { forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { deleteSessions } from "#store/accounts/sign-in-sessions.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { consumeToken, deleteTokens } from "#store/mail/mailed-tokens.ts";
import { deletePendingSignIns } from "#store/second-factor/pending-sign-ins.ts";
import { mailboxHash } from "#store/secrets/mailbox.ts";
import { hashPassword } from "#store/secrets/password.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { clientAddress, limitRate, limitSignIn } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { post } from "../mail/outbox.ts";
import { checkOwnPassword } from "./confirm-password.ts";
import { enterToken } from "./mailed-link.ts";
import { passwordCheck } from "./password-check.ts";
import { LINK_REFUSALS, requestLink } from "./request-link.ts";

export const password = router();

password.openapi(
  createRoute({
    method: "post",
    path: "/forgot-password",
    tags: ["Sign-in"],
    operationId: "sendPasswordLink",
    summary: "Send a link to set a new password by email",
    request: jsonBody(EmailRequest),
    responses: {
      200: response("An email is sent", Message),
      default: LINK_REFUSALS,
    },
  }),
  async (c) => {
    await requestLink(c, { action: "reset", template: "reset" }, c.req.valid("json"));
    return c.json({ message: SENTENCES.resetLinkSent }, 200);
  },
);

password.openapi(
  createRoute({
    method: "post",
    path: "/reset-password",
    tags: ["Sign-in"],
    operationId: "resetPassword",
    summary:
      "Set a new password with the token from an emailed link. Ends all sessions. Two-step sign-in stays on",
    request: jsonBody(ResetRequest),
    responses: {
      200: response("The password is changed", Message),
      default: refusal("invalid_request", "invalid_token", "rate_limited", "unavailable"),
    },
  }),
  async (c) => {
    await limitRate(c.env.ADDRESS_LIMIT, `consume:${clientAddress(c)}`);
    const { token, password: wanted } = c.req.valid("json");
    const db = enterToken(c, token);
    const now = Date.now();
    // The token is consumed inside the check, so that a client that is refused because of load can use its link again.
    const { account, hash } = await passwordCheck(c, async () => {
      const used = await consumeToken(db, token, "reset", now);
      const account = used && (await readAccount(db, used.accountId));
      if (!account) throw new ApiError("invalid_token");
      return { account, hash: await hashPassword(wanted) };
    });
    const mailbox = mailboxHash(account.email, c.env.SIGNING_KEY);
    await db.batch([
      ...takeOver(db, { id: account.id, mailbox }, now),
      setPassword(db, account.id, hash),
      deleteSessions(db, account.id),
      deletePendingSignIns(db, account.id),
      deleteTokens(db, account.id),
      deleteEmailChange(db, account.id),
      forgetGuesses(db, { email: account.email }),
      noteActivity(db, { accountId: account.id, kind: "password_reset", device: deviceOf(c) }, now),
    ]);
    c.executionCtx.waitUntil(
      post(c.env, db, {
        to: account.email,
        accountId: account.id,
        content: { template: "password_changed" },
      }),
    );
    return c.json({ message: SENTENCES.passwordChanged }, 200);
  },
);

password.openapi(
  createRoute({
    method: "post",
    path: "/change-password",
    tags: ["Sign-in"],
    operationId: "changePassword",
    summary: "Change the password. Ends all other sessions",
    security: SESSION_SECURITY,
    middleware: requireSession,
    request: jsonBody(PasswordChange),
    responses: {
      200: response("The password is changed", Message),
      default: refusal(
        "invalid_request",
        "session_required",
        "wrong_password",
        "sign_in_paused",
        "rate_limited",
        "unavailable",
      ),
    },
  }),
  async (c) => {
    const { accountId } = c.var.account;
    const { current_password, new_password } = c.req.valid("json");
    await limitSignIn(c, "change-password", accountId);
    const { db } = c.var;
    const { account, checked, wanted } = await passwordCheck(c, async () => {
      const account = await readAccount(db, accountId);
      if (!account) throw new ApiError("session_required");
      const checked = await checkOwnPassword(c, account, current_password);
      return { account, checked, wanted: await hashPassword(new_password) };
    });
    const [, , , changed] = await db.batch([
      ...changePassword(db, accountId, { checked, wanted }, c.var.sessionId),
      notePasswordChange(db, { accountId, wanted, device: deviceOf(c) }, Date.now()),
    ]);
    if (changed.length === 0) throw new ApiError("wrong_password");
    await db.batch([forgetGuesses(db, { email: account.email }), deleteEmailChange(db, accountId)]);
    c.executionCtx.waitUntil(
      post(c.env, db, { to: account.email, accountId, content: { template: "password_changed" } }),
    );
    return c.json({ message: SENTENCES.passwordChanged }, 200);
  },
);
