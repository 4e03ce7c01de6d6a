/** `GET /admin/overview`: how the service runs, and what the operator has done. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AdminOverview } from "#contract/admin.ts";
import { ALERTS } from "#contract/alerts.ts";
import type { SchedulerStatus } from "#contract/job/scheduling.ts";
import { log } from "#log/log.ts";
import { readAlerts } from "#store/alerts/alerts.ts";
import { readOldestJob } from "#store/alerts/readings.ts";
import { ping } from "#store/db.ts";
import { listActions } from "#store/operator/accounts.ts";
import { look } from "../health/look.ts";
import type { AppEnv } from "../http/app-env.ts";
import { isoTime } from "../http/iso-time.ts";
import { response } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";
import { scheduler } from "../http/scheduler-stub.ts";
import { viewAction } from "./view.ts";

async function readQueue(c: Context<AppEnv>): Promise<SchedulerStatus | null> {
  try {
    return await scheduler(c.env).status();
  } catch (error) {
    log.warn("The Scheduler does not respond to the operator's page.", { requestId: c.var.requestId, error });
    return null;
  }
}

export const overviewRoute = router().openapi(
  createRoute({
    method: "get",
    path: "/overview",
    hide: true,
    responses: { 200: response("The service", AdminOverview) },
  }),
  async (c) => {
    const { db } = c.var;
    const [health, queue, oldest, alerts, actions] = await Promise.all([
      look(c.env, ping(db)),
      readQueue(c),
      readOldestJob(db, Date.now()),
      readAlerts(db),
      listActions(db),
    ]);
    return c.json(
      {
        health,
        queue,
        oldest_job_minutes: oldest,
        alerts: alerts.map(({ kind, value, beganAt, readAt }) => ({
          kind,
          title: ALERTS[kind].title,
          measure: ALERTS[kind].measure,
          value,
          active: beganAt !== null,
          read_at: isoTime(readAt),
        })),
        actions: actions.map(viewAction),
      },
      200,
    );
  },
);
