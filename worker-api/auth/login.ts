/** `POST /auth/login` and `/auth/logout`: sign-in with a password, and sign-out. */
import { createRoute } from "@hono/zod-openapi";
import { PendingSignIn } from "#contract/account/second-factor.ts";
import { LoginRequest, Session } from "#contract/account/sign-in.ts";
import { forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { endSession } from "#store/accounts/sign-in-sessions.ts";
import { verifyPassword } from "#store/secrets/password.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { enterAccount } from "./address.ts";
import { countPasswordGuess, noteWrongPassword } from "./guesses.ts";
import { passwordCheck } from "./password-check.ts";
import { respondToSignIn, signInAfter } from "./sign-in.ts";

export const login = router();

login.openapi(
  createRoute({
    method: "post",
    path: "/login",
    tags: ["Sign-in"],
    operationId: "signIn",
    summary: "Sign in with email and password",
    request: jsonBody(LoginRequest),
    responses: {
      200: response("The session", Session),
      202: response("Two-step sign-in is on: the second step is missing", PendingSignIn),
      default: refusal(
        "invalid_request",
        "invalid_credentials",
        "account_banned",
        "sign_in_paused",
        "rate_limited",
        "unavailable",
      ),
    },
  }),
  async (c) => {
    const { email, password } = c.req.valid("json");
    await limitSignIn(c, "login", email);
    // Counted inside the check, so that a request that is refused because of load is not a guess.
    const { account, isRight, guesses } = await passwordCheck(c, async () => {
      const account = await enterAccount(c, email);
      const guesses = await countPasswordGuess(c, email);
      return { account, isRight: await verifyPassword(password, account?.passwordHash ?? null), guesses };
    });
    if (!account?.passwordHash || !isRight) {
      noteWrongPassword(c, account, guesses);
      throw new ApiError("invalid_credentials");
    }
    const now = Date.now();
    const { id: accountId, passwordHash } = account;
    const signIn = await signInAfter(c, { accountId, way: "password", passwordHash }, now);
    const [begun, waiting] = await c.var.db.batch([...signIn.statements, forgetGuesses(c.var.db, { email })]);
    return respondToSignIn(c, signIn, [begun, waiting], "invalid_credentials");
  },
);

login.openapi(
  createRoute({
    method: "post",
    path: "/logout",
    tags: ["Sign-in"],
    operationId: "signOut",
    summary: "Sign out and end this session",
    security: SESSION_SECURITY,
    middleware: requireSession,
    responses: { 204: { description: "Ended" }, default: refusal("session_required") },
  }),
  async (c) => {
    const session = { accountId: c.var.account.accountId, id: c.var.sessionId };
    await endSession(c.var.db, session, { kind: "signed_out", device: deviceOf(c) }, Date.now());
    return c.body(null, 204);
  },
);
