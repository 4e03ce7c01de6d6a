/** `POST /auth/verify` and `/auth/resend-verification`: confirms the email address with a mailed link. */
import { createRoute } from "@hono/zod-openapi";
import { Message, TokenRequest } from "#contract/account.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { confirmEmail, readAccount } from "#store/accounts/accounts.ts";
import { consumeToken } from "#store/mail/mailed-tokens.ts";
import { mailboxHash } from "#store/secrets/mailbox.ts";
import { ApiError } from "../http/api-error.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { clientAddress, limitMails, limitRate } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { mailLink } from "./mailed-link.ts";

export const verify = router();

verify.openapi(
  createRoute({
    method: "post",
    path: "/verify",
    tags: ["Sign-in"],
    summary: "Verify the email address with the token from the verification email",
    request: jsonBody(TokenRequest),
    responses: {
      200: response("The email address is verified", Message),
      default: refusal("invalid_request", "invalid_token", "rate_limited"),
    },
  }),
  async (c) => {
    await limitRate(c.env.ADDRESS_LIMIT, `consume:${clientAddress(c)}`);
    const now = Date.now();
    const used = await consumeToken(c.var.db, c.req.valid("json").token, "verify", now);
    if (!used) throw new ApiError("invalid_token");
    const mailbox = mailboxHash(used.email, c.env.SIGNING_KEY);
    await confirmEmail(c.var.db, { id: used.accountId, mailbox }, now);
    return c.json({ message: SENTENCES.emailVerified }, 200);
  },
);

verify.openapi(
  createRoute({
    method: "post",
    path: "/resend-verification",
    tags: ["Sign-in"],
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
