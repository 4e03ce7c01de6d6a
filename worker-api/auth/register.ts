/** `POST /auth/register`: the same response, after the same work, whether the address is new or has an account. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { Registered, RegisterRequest } from "#contract/account/sign-in.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { type AccountRow, insertAccount, isFree, selectByEmail } from "#store/accounts/accounts.ts";
import { newApiKey } from "#store/keys/api-key-format.ts";
import { insertKey } from "#store/keys/api-keys.ts";
import { insertToken } from "#store/mail/mailed-tokens.ts";
import { insertRequestedMail, selectBrake } from "#store/mail/requested-mails.ts";
import { newId } from "#store/secrets/ids.ts";
import { hashPassword, verifyPassword } from "#store/secrets/password.ts";
import type { AppEnv } from "../http/app-env.ts";
import { jsonBody, refusal, response } from "../http/openapi-parts.ts";
import { limitMails } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { enqueueLater } from "../mail/outbox.ts";
import { enterAccount, enterHome } from "./address.ts";
import {
  composeLink,
  mailLink,
  refuseUnderBrake,
  refuseUnderSharedBrake,
  requestLimits,
} from "./mailed-link.ts";
import { passwordCheck } from "./password-check.ts";
import { receiptFor } from "./receipt.ts";
import { requireHuman } from "./turnstile.ts";

/**
 * Creates the account and mails its verification link, or does neither. Returns the existing account if a concurrent
 * registration was first, else null. Throws `email_paused`.
 */
async function createAccount(
  c: Context<AppEnv>,
  email: string,
  passwordHash: string,
): Promise<AccountRow | null> {
  const { db } = c.var;
  const now = Date.now();
  await refuseUnderSharedBrake(c, now);
  const account = { id: newId("acc", db.shard), email, passwordHash };
  const { token, mail } = await composeLink(c.env, account, "verify", now);
  const limits = requestLimits(c.env, "verify");
  const { row: key } = await newApiKey(c.env.SEALING_KEY, db.shard);
  const [brake, written, , , , [known]] = await db.batch([
    selectBrake(db, now, limits.perHour),
    insertRequestedMail(db, mail, now, limits, isFree(email)),
    insertAccount(db, account, mail.id, now),
    insertKey(db, key, account.id, now),
    insertToken(db, token, account.id, mail.id),
    selectByEmail(db, email),
  ]);
  refuseUnderBrake(brake, now);
  if (written.length > 0) {
    enqueueLater(c, mail.id);
    return null;
  }
  return known ?? null;
}

/**
 * With the same password it is the same person, who gets the verification mail again. With another password it may be
 * somebody else: until the address is verified, only its mailbox shows who owns it.
 */
async function registerAgain(
  c: Context<AppEnv>,
  known: AccountRow,
  password: string,
): Promise<string | null> {
  const isSame = await verifyPassword(password, known.passwordHash);
  const isVerified = known.emailConfirmedAt !== null;
  await mailLink(c, known, isVerified ? "account_exists" : isSame ? "verify" : "account_unverified");
  return isSame && !isVerified ? known.passwordHash : null;
}

/** The hash of the unverified account's password, if it is the caller's; else null. */
async function registerAddress(c: Context<AppEnv>, email: string, password: string): Promise<string | null> {
  const known = await enterAccount(c, email);
  if (known) return registerAgain(c, known, password);
  const passwordHash = await hashPassword(password);
  await enterHome(c, email);
  const first = await createAccount(c, email, passwordHash);
  return first ? registerAgain(c, first, password) : passwordHash;
}

export const register = router().openapi(
  createRoute({
    method: "post",
    path: "/register",
    tags: ["Sign-in"],
    operationId: "register",
    summary: "Create an account on the Free plan",
    request: jsonBody(RegisterRequest),
    responses: {
      200: response("An email is sent", Registered),
      default: refusal("invalid_request", "turnstile_failed", "rate_limited", "email_paused", "unavailable"),
    },
  }),
  async (c) => {
    const request = c.req.valid("json");
    const { email, password } = request;
    await limitMails(c);
    await requireHuman(c, "register", request);
    const passwordHash = await passwordCheck(c, () => registerAddress(c, email, password));
    const receipt = receiptFor(c.env, { email, passwordHash });
    return c.json({ message: SENTENCES.registered, receipt }, 200);
  },
);
