/** `/user/sessions`: lists and ends the user's sign-in sessions. */
import { createRoute, z } from "@hono/zod-openapi";
import { SessionList } from "#contract/account/sign-in.ts";
import { deleteSessions, endSession, listSessions } from "#store/accounts/sign-in-sessions.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { deletePendingSignIns } from "#store/second-factor/pending-sign-ins.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { isoTime } from "../http/iso-time.ts";
import { refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";

const shared = { tags: ["User"], security: SESSION_SECURITY };

export const sessions = router();

sessions.openapi(
  createRoute({
    ...shared,
    method: "get",
    path: "/sessions",
    operationId: "listSessions",
    summary: "List sign-in sessions, most recently used first",
    responses: { 200: response("The sessions", SessionList), default: refusal("session_required") },
  }),
  async (c) => {
    const rows = await listSessions(c.var.db, c.var.account.accountId, Date.now());
    return c.json(
      {
        sessions: rows.map((row) => ({
          id: row.id,
          user_agent: row.userAgent,
          created_at: isoTime(row.createdAt),
          seen_at: isoTime(row.seenAt),
          expires_at: isoTime(Math.min(row.expiresAt, row.idleExpiresAt)),
          current: row.id === c.var.sessionId,
        })),
      },
      200,
    );
  },
);

sessions.openapi(
  createRoute({
    ...shared,
    method: "delete",
    path: "/sessions",
    operationId: "endOtherSessions",
    summary: "End all other sessions",
    responses: { 204: { description: "Ended" }, default: refusal("session_required") },
  }),
  async (c) => {
    const { db, sessionId } = c.var;
    const { accountId } = c.var.account;
    const act = { accountId, kind: "other_sessions_ended", device: deviceOf(c) } as const;
    await db.batch([
      noteActivity(db, act, Date.now()),
      deleteSessions(db, accountId, sessionId),
      deletePendingSignIns(db, accountId),
    ]);
    return c.body(null, 204);
  },
);

sessions.openapi(
  createRoute({
    ...shared,
    method: "delete",
    path: "/sessions/{id}",
    operationId: "endSession",
    summary: "End a session",
    request: { params: z.object({ id: z.string().meta({ description: "ID of the session" }) }) },
    responses: { 204: { description: "Ended" }, default: refusal("session_required", "not_found") },
  }),
  async (c) => {
    const session = { accountId: c.var.account.accountId, id: c.req.valid("param").id };
    const act = { kind: "session_ended", device: deviceOf(c) } as const;
    const ended = await endSession(c.var.db, session, act, Date.now());
    if (!ended) throw new ApiError("not_found");
    return c.body(null, 204);
  },
);
