/** `POST /auth/second-factor`: the second step of a sign-in. Only it makes a session of a pending sign-in. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { PasskeyOptions, PendingTokenRequest, SecondStepRequest } from "#contract/account/second-factor.ts";
import { Session } from "#contract/account/sign-in.ts";
import { insertSession, trimSessions } from "#store/accounts/sign-in-sessions.ts";
import { deletePendingSignIn, findPendingSignIn } from "#store/second-factor/pending-sign-ins.ts";
import { shardOfToken } from "#store/secrets/tokens.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { jsonBody, refusal, response } from "../http/openapi-parts.ts";
import { clientAddress, limitRate } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { enterShard } from "../http/shard.ts";
import { requestOptions } from "../second-factor/passkeys.ts";
import { proveSecondFactor } from "../second-factor/prove.ts";
import { noteSignIn, sessionFor, sessionResponse } from "./sign-in.ts";

/** Throws `sign_in_expired` or `rate_limited`. */
async function pendingSignIn(c: Context<AppEnv>, token: string) {
  await limitRate(c.env.ADDRESS_LIMIT, `second-factor:${clientAddress(c)}`);
  const isOurs = enterShard(c, shardOfToken(token));
  const pending = isOurs && (await findPendingSignIn(c.var.db, token, Date.now()));
  if (!pending) throw new ApiError("sign_in_expired");
  await limitRate(c.env.AUTH_LIMIT, `second-factor:${pending.account.id}`);
  return pending;
}

export const secondFactor = router();

secondFactor.openapi(
  createRoute({
    method: "post",
    path: "/second-factor",
    tags: ["Sign-in"],
    operationId: "finishSignIn",
    summary: "Finish a sign-in with a code, a passkey or a recovery code",
    request: jsonBody(SecondStepRequest),
    responses: {
      200: response("The session", Session),
      default: refusal(
        "invalid_request",
        "sign_in_expired",
        "wrong_code",
        "passkey_refused",
        "sign_in_paused",
        "rate_limited",
      ),
    },
  }),
  async (c) => {
    const { token, ...proof } = c.req.valid("json");
    const { hash, way, account } = await pendingSignIn(c, token);
    const used = await proveSecondFactor(c, account, proof, { act: "sign in", subject: hash });
    const { db } = c.var;
    const now = Date.now();
    const session = await sessionFor(c, now);
    const [begun] = await db.batch([
      insertSession(db, session, account.id, now, { pendingHash: hash }),
      deletePendingSignIn(db, hash),
      trimSessions(db, account.id),
      noteSignIn(c, account.id, session, `${way}+${used}`, now),
    ]);
    if (begun.length === 0) throw new ApiError("sign_in_expired");
    return c.json(sessionResponse(session), 200);
  },
);

secondFactor.openapi(
  createRoute({
    method: "post",
    path: "/second-factor/passkey-options",
    tags: ["Sign-in"],
    operationId: "beginPasskeySignIn",
    summary: "Begin to finish a sign-in with a passkey",
    request: jsonBody(PendingTokenRequest),
    responses: {
      200: response("Options for `navigator.credentials.get`, as JSON", PasskeyOptions),
      default: refusal("invalid_request", "sign_in_expired", "rate_limited"),
    },
  }),
  async (c) => {
    const { hash, account } = await pendingSignIn(c, c.req.valid("json").token);
    const purpose = { accountId: account.id, act: "sign in", subject: hash } as const;
    return c.json({ ...(await requestOptions(c.env, c.var.db, purpose, Date.now())) }, 200);
  },
);
