/** `POST /auth/magic-link` and `/consume`: sign-in by a mailed link, without a password. */
import { createRoute } from "@hono/zod-openapi";
import { PendingSignIn } from "#contract/account/second-factor.ts";
import { EmailRequest, Message, Session, TokenRequest } from "#contract/account/sign-in.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { takeOver } from "#store/accounts/accounts.ts";
import { forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { consumeToken, deleteTokens } from "#store/mail/mailed-tokens.ts";
import { mailboxHash } from "#store/secrets/mailbox.ts";
import { ApiError } from "../http/api-error.ts";
import { jsonBody, refusal, response } from "../http/openapi-parts.ts";
import { clientAddress, limitRate } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { enterToken } from "./mailed-link.ts";
import { LINK_REFUSALS, requestLink } from "./request-link.ts";
import { respondToSignIn, signInAfter } from "./sign-in.ts";

export const magicLink = router();

magicLink.openapi(
  createRoute({
    method: "post",
    path: "/magic-link",
    tags: ["Sign-in"],
    operationId: "sendMagicLink",
    summary: "Send a magic link by email",
    request: jsonBody(EmailRequest),
    responses: {
      200: response("An email is sent", Message),
      default: LINK_REFUSALS,
    },
  }),
  async (c) => {
    await requestLink(c, { action: "magic-link", template: "magic_link" }, c.req.valid("json"));
    return c.json({ message: SENTENCES.magicLinkSent }, 200);
  },
);

magicLink.openapi(
  createRoute({
    method: "post",
    path: "/magic-link/consume",
    tags: ["Sign-in"],
    operationId: "signInWithMagicLink",
    summary: "Sign in with the token from a magic link",
    request: jsonBody(TokenRequest),
    responses: {
      200: response("The session", Session),
      202: response("Two-step sign-in is on: the second step is missing", PendingSignIn),
      default: refusal("invalid_request", "invalid_token", "account_banned", "rate_limited"),
    },
  }),
  async (c) => {
    await limitRate(c.env.ADDRESS_LIMIT, `consume:${clientAddress(c)}`);
    const { token } = c.req.valid("json");
    const db = enterToken(c, token);
    const now = Date.now();
    const used = await consumeToken(db, token, "magic_link", now);
    if (!used) throw new ApiError("invalid_token");
    const { accountId, email } = used;
    const signIn = await signInAfter(c, { accountId, way: "magic_link" }, now);
    const [, , , , , , begun, waiting] = await db.batch([
      ...takeOver(db, { id: accountId, mailbox: mailboxHash(email, c.env.SIGNING_KEY) }, now),
      deleteTokens(db, accountId),
      ...signIn.statements,
      forgetGuesses(db, { email }),
    ]);
    return respondToSignIn(c, signIn, [begun, waiting], "invalid_token");
  },
);
