/** Authentication by sign-in session (`Authorization: Bearer`), for our own pages. */
import { createMiddleware } from "hono/factory";
import { findSession, needsRenewal, renewSession } from "#store/accounts/sign-in-sessions.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

export const requireSession = createMiddleware<AppEnv>(async (c, next) => {
  const [, token] = /^Bearer ([0-9A-Za-z]+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  if (token === undefined) throw new ApiError("session_required");
  const now = Date.now();
  const session = await findSession(c.var.db, token, now);
  if (!session) throw new ApiError("session_required");
  if (needsRenewal(session.seenAt, now)) {
    c.executionCtx.waitUntil(renewSession(c.var.db, session.id, now));
  }
  c.set("account", { accountId: session.accountId, tier: session.tier });
  c.set("sessionId", session.id);
  await next();
});
