/** `POST /auth/verify` and `/auth/resend-verification`: confirms the email address with a mailed link. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { Message, Verified, VerifyRequest } from "#contract/account/sign-in.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { confirmEmail, readAccount } from "#store/accounts/accounts.ts";
import { insertSession, trimSessions } from "#store/accounts/sign-in-sessions.ts";
import { consumeToken } from "#store/mail/mailed-tokens.ts";
import { mailboxHash } from "#store/secrets/mailbox.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { clientAddress, limitMails, limitRate } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { enterToken, mailLink } from "./mailed-link.ts";
import { isReceiptOf } from "./receipt.ts";
import { sessionFor, sessionResponse } from "./sign-in.ts";

export const verify = router();

/**
 * A session for the browser that registered. The mailed link alone gives none: somebody else may have registered the
 * address, and its owner would use an account with a stranger's password. An account that has a second factor by now
 * gets no session here.
 */
async function signInRegistrant(c: Context<AppEnv>, accountId: string, receipt: string, now: number) {
  const { db } = c.var;
  const account = await readAccount(db, accountId);
  if (!account?.passwordHash) return null;
  const { email, passwordHash } = account;
  if (!isReceiptOf(c.env, { email, passwordHash }, receipt)) return null;
  const session = await sessionFor(c, now);
  const [begun] = await db.batch([
    insertSession(db, session, accountId, now, { passwordHash }),
    trimSessions(db, accountId),
  ]);
  return begun.length > 0 ? sessionResponse(session) : null;
}

verify.openapi(
  createRoute({
    method: "post",
    path: "/verify",
    tags: ["Sign-in"],
    operationId: "verifyEmail",
    summary: "Verify the email address with the token from the verification email",
    request: jsonBody(VerifyRequest),
    responses: {
      200: response("The email address is verified", Verified),
      default: refusal("invalid_request", "invalid_token", "rate_limited"),
    },
  }),
  async (c) => {
    await limitRate(c.env.ADDRESS_LIMIT, `consume:${clientAddress(c)}`);
    const now = Date.now();
    const { token, receipt } = c.req.valid("json");
    const used = await consumeToken(enterToken(c, token), token, "verify", now);
    if (!used) throw new ApiError("invalid_token");
    const mailbox = mailboxHash(used.email, c.env.SIGNING_KEY);
    await confirmEmail(c.var.db, { id: used.accountId, mailbox }, now);
    const session = receipt === undefined ? null : await signInRegistrant(c, used.accountId, receipt, now);
    return c.json({ message: SENTENCES.emailVerified, session }, 200);
  },
);

verify.openapi(
  createRoute({
    method: "post",
    path: "/resend-verification",
    tags: ["Sign-in"],
    operationId: "resendVerification",
    summary: "Send the verification email again",
    security: SESSION_SECURITY,
    middleware: requireSession,
    responses: {
      200: response("An email is sent, or the address is already verified", Message),
      default: refusal("session_required", "rate_limited", "email_paused"),
    },
  }),
  async (c) => {
    const { accountId } = c.var.account;
    await limitMails(c);
    const account = await readAccount(c.var.db, accountId);
    if (!account) throw new ApiError("session_required");
    if (account.emailConfirmedAt !== null) return c.json({ message: SENTENCES.emailVerified }, 200);
    await mailLink(c, account, "verify");
    return c.json({ message: SENTENCES.verificationSent }, 200);
  },
);
