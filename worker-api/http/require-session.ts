/** Authentication by sign-in session (`Authorization: Bearer`), for our own pages. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import {
  findSession,
  needsRenewal,
  readSessionToken,
  renewSession,
} from "#store/accounts/sign-in-sessions.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { limitCredential, mayBeValid, noteConfirmed, noteRefused } from "./credentials.ts";
import { enterShard } from "./shard.ts";

/** The request's session token; null without one, or with one that cannot be ours. */
export function presentedSession(c: Context<AppEnv>): ReturnType<typeof readSessionToken> {
  const [, token] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  return token === undefined ? null : readSessionToken(token);
}

export const requireSession = createMiddleware<AppEnv>(async (c, next) => {
  const presented = presentedSession(c);
  if (!presented || !mayBeValid(presented.hash) || !enterShard(c, presented.shard)) {
    throw new ApiError("session_required");
  }
  const { hash } = presented;
  await limitCredential(c, hash);
  const now = Date.now();
  const session = await findSession(c.var.db, hash, now);
  if (!session) {
    noteRefused(hash);
    throw new ApiError("session_required");
  }
  noteConfirmed(hash);
  if (needsRenewal(session.seenAt, now)) {
    c.executionCtx.waitUntil(renewSession(c.var.db, session.id, now));
  }
  c.set("account", { accountId: session.accountId, tier: session.tier });
  c.set("sessionId", session.id);
  c.set("signedInAt", session.signedInAt);
  await next();
});
