/**
 * A new session for each sign-in, whichever way its first step was: an account with a second factor gets a pending
 * sign-in instead. Tokens are never reused.
 */
import type { Context } from "hono";
import type { PendingSignIn } from "#contract/account/second-factor.ts";
import type { Session } from "#contract/account/sign-in.ts";
import { readAccount } from "#store/accounts/accounts.ts";
import {
  hasSession,
  insertSession,
  type NewSession,
  newSession,
  trimSessions,
} from "#store/accounts/sign-in-sessions.ts";
import { noteActivity } from "#store/activity/activity.ts";
import {
  insertPendingSignIn,
  type PendingSignIn as NewPendingSignIn,
  newPendingSignIn,
  type SignInWay,
} from "#store/second-factor/pending-sign-ins.ts";
import { factorsOf } from "#store/second-factor/second-factor.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { deviceOf } from "../http/device.ts";
import { isoTime } from "../http/iso-time.ts";
import type { UsedFactor } from "../second-factor/prove.ts";

export function sessionFor(c: Context<AppEnv>, now: number): Promise<NewSession> {
  return newSession(c.req.header("user-agent") ?? "", now, c.var.db.shard);
}

export function sessionResponse(session: NewSession): Session {
  return { token: session.token, expires_at: isoTime(session.expiresAt) };
}

/** Statement that notes the sign-in, if its session has begun earlier in the batch. */
export function noteSignIn(
  c: Context<AppEnv>,
  accountId: string,
  session: NewSession,
  detail: SignInWay | `${SignInWay}+${UsedFactor}`,
  now: number,
) {
  const act = { accountId, kind: "signed_in", detail, device: deviceOf(c) } as const;
  return noteActivity(c.var.db, act, now, hasSession(session.id));
}

interface FirstStep {
  accountId: string;
  way: SignInWay;
  /** The password that was right. */
  passwordHash?: string;
}

/**
 * What follows a right first step. The first of the `statements` returns a row if the session has begun, the second one
 * if the sign-in waits for its second factor.
 */
export async function signInAfter(
  c: Context<AppEnv>,
  { accountId, way, passwordHash }: FirstStep,
  now: number,
) {
  const { db } = c.var;
  const session = await sessionFor(c, now);
  const pending = newPendingSignIn(way, now, db.shard);
  const statements = [
    insertSession(db, session, accountId, now, { passwordHash }),
    insertPendingSignIn(db, pending, accountId, passwordHash),
    trimSessions(db, accountId),
    noteSignIn(c, accountId, session, way, now),
  ] as const;
  return { accountId, session, pending, statements };
}

async function viewPending(
  c: Context<AppEnv>,
  accountId: string,
  { token, expiresAt }: NewPendingSignIn,
): Promise<PendingSignIn> {
  const factors = await factorsOf(c.var.db, accountId);
  return { code: "second_factor_required", token, factors, expires_at: isoTime(expiresAt) };
}

/** The response to a right first step. Throws `account_banned`, or `otherwise` if the account or its password has changed meanwhile. */
export async function respondToSignIn(
  c: Context<AppEnv>,
  { accountId, session, pending }: Awaited<ReturnType<typeof signInAfter>>,
  [begun, waiting]: readonly [begun: readonly unknown[], waiting: readonly unknown[]],
  otherwise: "invalid_credentials" | "invalid_token",
) {
  if (begun.length > 0) return c.json(sessionResponse(session), 200);
  if (waiting.length > 0) return c.json(await viewPending(c, accountId, pending), 202);
  const account = await readAccount(c.var.db, accountId);
  throw new ApiError(account?.bannedAt ? "account_banned" : otherwise);
}
