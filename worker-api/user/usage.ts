/** `GET /user/usage`: the usage history, by day and by key. */
import { createRoute } from "@hono/zod-openapi";
import { Usage, UsageQuery } from "#contract/account.ts";
import { PLANS } from "#contract/plans.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import { selectUsage, toUsage } from "#store/money/usage.ts";
import { usageByDay, usageByKey } from "#store/money/usage-history.ts";
import { ApiError } from "../http/api-error.ts";
import { isoTime } from "../http/iso-time.ts";
import { refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";

const DAY_MS = 86_400_000;
const NO_JOBS = { jobs: 0, credits: 0, failures: 0, pdf: 0, screenshot: 0, markdown: 0, html: 0 };

function nameOf(key: { name: string | null; isWidget: number; revokedAt: number | null }): string {
  if (key.isWidget) return key.name ?? "Deleted key";
  return key.revokedAt === null ? "API key" : "Previous API key";
}

export const usage = router().openapi(
  createRoute({
    method: "get",
    path: "/usage",
    tags: ["User"],
    security: SESSION_SECURITY,
    summary: "Read usage by UTC day and by key, up to and including today",
    request: { query: UsageQuery },
    responses: { 200: response("The usage", Usage), default: refusal("invalid_request", "session_required") },
  }),
  async (c) => {
    const { days } = c.req.valid("query");
    const { db, account } = c.var;
    const now = Date.now();
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    const since = today - (days - 1) * DAY_MS;
    const [byDay, byKey, [row]] = await db.batch([
      usageByDay(db, account.accountId, since),
      usageByKey(db, account.accountId, since),
      selectUsage(db, account, now),
    ]);
    if (!row) throw new ApiError("session_required");
    const { tier, failedRenderMs } = toUsage(row, now);
    const busy = new Map(byDay.map((day) => [day.date, day]));
    return c.json(
      {
        days: Array.from({ length: days }, (_, index) => {
          const date = new Date(since + index * DAY_MS).toISOString().slice(0, 10);
          return busy.get(date) ?? { date, ...NO_JOBS };
        }),
        keys: byKey.map((key) => ({
          key_id: key.keyId,
          name: nameOf(key),
          kind: key.isWidget ? ("public" as const) : ("private" as const),
          jobs: key.jobs,
          credits: key.credits,
          failures: key.failures,
        })),
        failed_render: {
          seconds: Math.floor(failedRenderMs / 1000),
          daily_limit_seconds: PLANS[tier].failedRenderMinutesPerDay * 60,
          resets_at: isoTime(nextUtcDay(now)),
        },
      },
      200,
    );
  },
);
