/** `POST /auth/confirm-password`: proves again who uses the session, for what needs a fresh sign-in. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { PasskeyOptions, PasswordConfirmation } from "#contract/account/second-factor.ts";
import { type AccountRow, readAccount } from "#store/accounts/accounts.ts";
import { forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { refreshSignIn } from "#store/accounts/sign-in-sessions.ts";
import { factorsOf } from "#store/second-factor/second-factor.ts";
import { verifyPassword } from "#store/secrets/password.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { requestOptions } from "../second-factor/passkeys.ts";
import { proveSecondFactor } from "../second-factor/prove.ts";
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

const shared = { tags: ["Sign-in"], security: SESSION_SECURITY, middleware: requireSession };

export const confirmPassword = router();

confirmPassword.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/confirm-password",
    operationId: "confirmPassword",
    summary:
      "Confirm the password for this session, and the second step if two-step sign-in is on, as a fresh sign-in",
    request: jsonBody(PasswordConfirmation),
    responses: {
      204: { description: "Confirmed" },
      default: refusal(
        "invalid_request",
        "session_required",
        "wrong_password",
        "second_factor_required",
        "wrong_code",
        "passkey_refused",
        "sign_in_paused",
        "rate_limited",
        "unavailable",
      ),
    },
  }),
  async (c) => {
    const { accountId } = c.var.account;
    await limitSignIn(c, "confirm-password", accountId);
    const { db, sessionId } = c.var;
    const { password, ...proof } = c.req.valid("json");
    const { email, checked } = await passwordCheck(c, async () => {
      const account = await readAccount(db, accountId);
      if (!account) throw new ApiError("session_required");
      return { email: account.email, checked: await checkOwnPassword(c, account, password) };
    });
    await forgetGuesses(db, { email });
    const factors = await factorsOf(db, accountId);
    if (factors.length > 0) {
      if (Object.keys(proof).length === 0) throw new ApiError("second_factor_required");
      const owner = { id: accountId, email };
      await proveSecondFactor(c, owner, proof, { act: "confirm", subject: sessionId });
    }
    const session = { id: sessionId, accountId };
    if (!(await refreshSignIn(db, session, checked, Date.now()))) throw new ApiError("wrong_password");
    return c.body(null, 204);
  },
);

confirmPassword.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/confirm-password/passkey-options",
    operationId: "beginPasskeyConfirmation",
    summary: "Begin to confirm with a passkey",
    responses: {
      200: response("Options for `navigator.credentials.get`, as JSON", PasskeyOptions),
      default: refusal("session_required", "rate_limited"),
    },
  }),
  async (c) => {
    const { accountId } = c.var.account;
    await limitSignIn(c, "confirm-password", accountId);
    const purpose = { accountId, act: "confirm", subject: c.var.sessionId } as const;
    return c.json({ ...(await requestOptions(c.env, c.var.db, purpose, Date.now())) }, 200);
  },
);
