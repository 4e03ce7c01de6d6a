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
import { listActions, SHOWN } from "#store/operator/accounts.ts";
import { look } from "../health/look.ts";
import type { AppEnv } from "../http/app-env.ts";
import { isoTime } from "../http/iso-time.ts";
import { response } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";
import { schedulers } from "../http/scheduler-stub.ts";
import { viewAction } from "./view.ts";

/** All render Workers together. Null if one does not respond: the sum of the others would be wrong. */
async function readQueue(c: Context<AppEnv>): Promise<SchedulerStatus | null> {
  try {
    const all = await Promise.all(schedulers(c.env).map((one) => one.status()));
    return {
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      running: all.reduce((sum, { running }) => sum + running, 0),
      slots: all.reduce((sum, { slots }) => sum + slots, 0),
      browsers: all.flatMap(({ browsers }, index) =>
        browsers.map((one) => (all.length === 1 ? one : { ...one, name: `render-${index} ${one.name}` })),
      ),
    };
  } catch (error) {
    log.warn("A Scheduler does not respond to the operator's page.", { requestId: c.var.requestId, error });
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
    const { dbs } = c.var;
    const now = Date.now();
    const [health, queue, oldest, alerts, actions] = await Promise.all([
      look(c.env, ping(dbs)),
      readQueue(c),
      Promise.all(dbs.map((db) => readOldestJob(db, now))),
      readAlerts(dbs[0]),
      Promise.all(dbs.map((db) => listActions(db))),
    ]);
    return c.json(
      {
        health,
        queue,
        oldest_job_minutes: Math.max(...oldest),
        alerts: alerts.map(({ kind, value, beganAt, readAt }) => ({
          kind,
          title: ALERTS[kind].title,
          measure: ALERTS[kind].measure,
          value,
          active: beganAt !== null,
          read_at: isoTime(readAt),
        })),
        actions: actions
          .flat()
          .sort((a, b) => b.createdAt - a.createdAt)
          .slice(0, SHOWN)
          .map(viewAction),
      },
      200,
    );
  },
);
