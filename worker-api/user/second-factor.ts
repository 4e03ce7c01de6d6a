/** `GET /user/second-factor` and `POST /user/second-factor/recovery-codes`. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { RecoveryCodes, SecondFactorState } from "#contract/account/second-factor.ts";
import { type AccountRow, readAccount } from "#store/accounts/accounts.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { hasSecondFactor } from "#store/second-factor/has-factor.ts";
import { newRecoveryCodes, replaceRecoveryCodes } from "#store/second-factor/recovery-codes.ts";
import { factorsIn, readSecondFactor } from "#store/second-factor/second-factor.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { deviceOf } from "../http/device.ts";
import { requireFreshSignIn } from "../http/fresh-sign-in.ts";
import { isoTime, isoTimeOrNull } from "../http/iso-time.ts";
import { refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { mailFactorChange } from "../second-factor/notices.ts";

/** The session's account, which wants to change its second factor. Throws `email_unverified` or `rate_limited`. */
export async function factorOwner(c: Context<AppEnv>): Promise<AccountRow> {
  const { accountId } = c.var.account;
  await limitSignIn(c, "change-second-factor", accountId);
  const account = await readAccount(c.var.db, accountId);
  if (!account) throw new ApiError("session_required");
  if (account.emailConfirmedAt === null) throw new ApiError("email_unverified");
  return account;
}

const shared = { tags: ["User"], security: SESSION_SECURITY };

export const secondFactor = router();

secondFactor.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/second-factor",
    operationId: "getSecondFactor",
    summary: "Read the state of two-step sign-in",
    responses: {
      200: response("The second factors, without secrets", SecondFactorState),
      default: refusal("session_required"),
    },
  }),
  async (c) => {
    const state = await readSecondFactor(c.var.db, c.var.account.accountId);
    return c.json(
      {
        factors: factorsIn(state),
        totp_since: isoTimeOrNull(state.totpSince),
        passkeys: state.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          created_at: isoTime(createdAt),
          last_used_at: isoTimeOrNull(lastUsedAt),
        })),
        recovery_codes_left: state.recoveryCodesLeft,
      },
      200,
    );
  },
);

secondFactor.openapi(
  createRoute({
    ...shared,
    method: "post",
    path: "/second-factor/recovery-codes",
    operationId: "createRecoveryCodes",
    summary: "Make new recovery codes. The old ones stop working. Needs a fresh sign-in",
    middleware: requireFreshSignIn,
    responses: {
      200: response("The new codes. They are shown only once", RecoveryCodes),
      default: refusal(
        "session_required",
        "reauthentication_required",
        "email_unverified",
        "second_factor_off",
        "rate_limited",
      ),
    },
  }),
  async (c) => {
    const account = await factorOwner(c);
    const { db } = c.var;
    const now = Date.now();
    const { codes, hashes } = newRecoveryCodes(account.id);
    const act = { accountId: account.id, kind: "recovery_codes_made", device: deviceOf(c) } as const;
    const [, , made] = await db.batch([
      noteActivity(db, act, now, hasSecondFactor(account.id)),
      ...replaceRecoveryCodes(db, account.id, hashes, now),
    ]);
    if (made.length === 0) throw new ApiError("second_factor_off");
    mailFactorChange(c, account, "recovery_codes_made");
    return c.json({ recovery_codes: codes }, 200);
  },
);
