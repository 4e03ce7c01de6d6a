/** `GET /user/usage`: the usage history, by day, key and domain. */
import { createRoute } from "@hono/zod-openapi";
import { DEFAULT_KEY_NAME } from "#contract/api-keys.ts";
import { Usage, type UsageCounts, UsageQuery } from "#contract/job/usage.ts";
import { PLANS } from "#contract/plans.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import { selectUsage, toUsage } from "#store/money/usage.ts";
import { usageByDay, usageByDomain, usageByKey } from "#store/money/usage-history.ts";
import { ApiError } from "../http/api-error.ts";
import { isoTime } from "../http/iso-time.ts";
import { refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";

const DAY_MS = 86_400_000;
const NO_JOBS: UsageCounts = {
  jobs: 0,
  credits: 0,
  failures: 0,
  canceled: 0,
  pdf: 0,
  screenshot: 0,
  markdown: 0,
  html: 0,
  latency_ms: null,
};

interface Percentiles {
  p50: number | null;
  p90: number | null;
  p99: number | null;
}

function withLatency<Row extends Percentiles>({ p50, p90, p99, ...row }: Row) {
  const isKnown = p50 !== null && p90 !== null && p99 !== null;
  return { ...row, latency_ms: isKnown ? { p50, p90, p99 } : null };
}

function nameOf(key: { name: string | null; isWidget: number; revokedAt: number | null }): string {
  if (key.isWidget) return key.name ?? "Deleted key";
  if (key.name === null) return key.revokedAt === null ? DEFAULT_KEY_NAME : `${DEFAULT_KEY_NAME} (rotated)`;
  return key.revokedAt === null ? key.name : `${key.name} (deleted)`;
}

export const usage = router().openapi(
  createRoute({
    method: "get",
    path: "/usage",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "getUsage",
    summary: "Read usage by UTC day, by key and by domain",
    request: { query: UsageQuery },
    responses: { 200: response("The usage", Usage), default: refusal("invalid_request", "session_required") },
  }),
  async (c) => {
    const { days, to, ...filters } = c.req.valid("query");
    const { db, account } = c.var;
    const now = Date.now();
    const end = nextUtcDay(to === undefined ? now : Date.parse(to));
    const from = end - days * DAY_MS;
    const query = { ...filters, accountId: account.accountId, from, to: end };
    const [byDay, byKey, byDomain, [row]] = await db.batch([
      usageByDay(db, query),
      usageByKey(db, { ...query, key: undefined }),
      usageByDomain(db, { ...query, domain: undefined }),
      selectUsage(db, account, now),
    ]);
    if (!row) throw new ApiError("session_required");
    const { tier, failedRenderMs } = toUsage(row, now);
    const busy = new Map(byDay.map((day) => [day.date, withLatency(day)]));
    return c.json(
      {
        days: Array.from({ length: days }, (_, index) => {
          const date = new Date(from + index * DAY_MS).toISOString().slice(0, 10);
          return busy.get(date) ?? { date, ...NO_JOBS };
        }),
        keys: byKey.map(({ keyId, name, isWidget, revokedAt, ...counts }) => ({
          key_id: keyId,
          name: nameOf({ name, isWidget, revokedAt }),
          kind: isWidget ? ("public" as const) : ("private" as const),
          ...withLatency(counts),
        })),
        domains: byDomain.map(withLatency),
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
