/** `POST /auth/confirm-password`: proves again who uses the session, for what needs a fresh sign-in. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { PasswordConfirmation } from "#contract/account.ts";
import { type AccountRow, readAccount } from "#store/accounts/accounts.ts";
import { forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { refreshSignIn } from "#store/accounts/sign-in-sessions.ts";
import { verifyPassword } from "#store/secrets/password.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { jsonBody, refusal, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { countPasswordGuess, noteWrongPassword } from "./guesses.ts";
import { passwordCheck } from "./password-check.ts";

/** Returns the hash that the password matches. Throws `wrong_password` or `sign_in_paused`. */
export async function checkOwnPassword(
  c: Context<AppEnv>,
  account: AccountRow,
  password: string,
): Promise<string> {
  const guesses = await countPasswordGuess(c, account.email);
  const checked = account.passwordHash;
  const isRight = await verifyPassword(password, checked);
  if (checked && isRight) return checked;
  noteWrongPassword(c, account, guesses);
  throw new ApiError("wrong_password");
}

export const confirmPassword = router().openapi(
  createRoute({
    method: "post",
    path: "/confirm-password",
    tags: ["Sign-in"],
    summary: "Confirm the password for this session, as a fresh sign-in",
    security: SESSION_SECURITY,
    middleware: requireSession,
    request: jsonBody(PasswordConfirmation),
    responses: {
      204: { description: "Confirmed" },
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
    await limitSignIn(c, "confirm-password", accountId);
    const { db } = c.var;
    const { email, checked } = await passwordCheck(c, async () => {
      const account = await readAccount(db, accountId);
      if (!account) throw new ApiError("session_required");
      return {
        email: account.email,
        checked: await checkOwnPassword(c, account, c.req.valid("json").password),
      };
    });
    const session = { id: c.var.sessionId, accountId };
    if (!(await refreshSignIn(db, session, checked, Date.now()))) throw new ApiError("wrong_password");
    await forgetGuesses(db, email);
    return c.body(null, 204);
  },
);
