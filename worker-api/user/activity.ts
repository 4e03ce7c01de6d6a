/** `GET /user/activity`: the sensitive acts of the account. */
import { createRoute, z } from "@hono/zod-openapi";
import { ActivityList } from "#contract/account/activity.ts";
import { LIMITS } from "#contract/limits.ts";
import { listActivities } from "#store/activity/activity.ts";
import { Cursor, writeCursor } from "../http/cursor.ts";
import { isoTime } from "../http/iso-time.ts";
import { refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";

const ListQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.activitiesPerPage)
    .default(20)
    .meta({ description: "Entries of a page" }),
  cursor: Cursor,
});

export const activity = router().openapi(
  createRoute({
    method: "get",
    path: "/activity",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "listActivity",
    summary: `List sign-ins and changes of the last ${LIMITS.activityDays} days, newest first`,
    request: { query: ListQuery },
    responses: {
      200: response("The activity", ActivityList),
      default: refusal("invalid_request", "session_required"),
    },
  }),
  async (c) => {
    const { limit, cursor: after } = c.req.valid("query");
    const rows = await listActivities(c.var.db, c.var.account.accountId, { after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return c.json(
      {
        activities: page.map((row) => ({
          id: row.id,
          kind: row.kind,
          detail: row.detail,
          user_agent: row.userAgent,
          country: row.country,
          created_at: isoTime(row.createdAt),
        })),
        nextCursor: last ? writeCursor(last) : null,
      },
      200,
    );
  },
);
