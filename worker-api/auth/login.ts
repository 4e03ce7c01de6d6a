/** `POST /auth/login` and `/auth/logout`: sign-in with a password, and sign-out. */
import { createRoute } from "@hono/zod-openapi";
import { LoginRequest, Session } from "#contract/account.ts";
import { findByEmail } from "#store/accounts/accounts.ts";
import { forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { endSession, insertSession, trimSessions } from "#store/accounts/sign-in-sessions.ts";
import { verifyPassword } from "#store/secrets/password.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { countPasswordGuess, noteWrongPassword } from "./guesses.ts";
import { passwordCheck } from "./password-check.ts";
import { noteSignIn, sessionFor, sessionResponse } from "./sign-in.ts";

export const login = router();

login.openapi(
  createRoute({
    method: "post",
    path: "/login",
    tags: ["Sign-in"],
    summary: "Sign in with email and password",
    request: jsonBody(LoginRequest),
    responses: {
      200: response("The session", Session),
      default: refusal(
        "invalid_request",
        "invalid_credentials",
        "sign_in_paused",
        "rate_limited",
        "unavailable",
      ),
    },
  }),
  async (c) => {
    const { email, password } = c.req.valid("json");
    await limitSignIn(c, "login", email);
    const { db } = c.var;
    // Counted inside the check, so that a request that is refused because of load is not a guess.
    const { account, isRight, guesses } = await passwordCheck(c, async () => {
      const guesses = await countPasswordGuess(c, email);
      const account = await findByEmail(db, email);
      return { account, isRight: await verifyPassword(password, account?.passwordHash ?? null), guesses };
    });
    if (!account?.passwordHash || !isRight) {
      noteWrongPassword(c, account, guesses);
      throw new ApiError("invalid_credentials");
    }
    const now = Date.now();
    const session = await sessionFor(c, now);
    const [begun] = await db.batch([
      insertSession(db, session, account.id, now, account.passwordHash),
      trimSessions(db, account.id),
      forgetGuesses(db, email),
      noteSignIn(c, account.id, session, "password", now),
    ]);
    if (begun.length === 0) throw new ApiError("invalid_credentials");
    return c.json(sessionResponse(session), 200);
  },
);

login.openapi(
  createRoute({
    method: "post",
    path: "/logout",
    tags: ["Sign-in"],
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
