/** A new session for each sign-in. Tokens are never reused. */
import type { Context } from "hono";
import type { Session } from "#contract/account.ts";
import { type NewSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import type { AppEnv } from "../http/app-env.ts";

export function sessionFor(c: Context<AppEnv>, now: number): Promise<NewSession> {
  return newSession(c.req.header("user-agent") ?? "", now);
}

export function sessionResponse(session: NewSession): Session {
  return { token: session.token, expires_at: new Date(session.expiresAt).toISOString() };
}
