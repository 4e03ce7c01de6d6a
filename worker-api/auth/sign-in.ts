/** A new session for each sign-in. Tokens are never reused. */
import type { Context } from "hono";
import type { Session } from "#contract/account.ts";
import { hasSession, type NewSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import { noteActivity } from "#store/activity/activity.ts";
import type { AppEnv } from "../http/app-env.ts";
import { deviceOf } from "../http/device.ts";

export function sessionFor(c: Context<AppEnv>, now: number): Promise<NewSession> {
  return newSession(c.req.header("user-agent") ?? "", now);
}

export function sessionResponse(session: NewSession): Session {
  return { token: session.token, expires_at: new Date(session.expiresAt).toISOString() };
}

/** Statement that notes the sign-in, if its session has begun earlier in the batch. */
export function noteSignIn(
  c: Context<AppEnv>,
  accountId: string,
  session: NewSession,
  detail: "password" | "magic_link",
  now: number,
) {
  const act = { accountId, kind: "signed_in", detail, device: deviceOf(c) } as const;
  return noteActivity(c.var.db, act, now, hasSession(session.id));
}
