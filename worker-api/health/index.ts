/** `GET /health`: the state of each part that the service depends on. `GET /health/history`: how they worked by day. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { Health, HealthHistory } from "#contract/health.ts";
import { ping } from "#store/db.ts";
import { readHealthDays } from "#store/health-days.ts";
import type { AppEnv } from "../http/app-env.ts";
import { refusal, response } from "../http/openapi-parts.ts";
import { limitClient } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { look } from "./look.ts";

/** A response is kept this long, so that monitors and visitors can ask as often as they like. */
const CACHE_MS = 5_000;
const DAYS_CACHE_MS = 60_000;

/** Shares the newest result between all requests for `forMs`, also one that is still under way. */
class Shared<T> {
  private latest: { at: number; body: Promise<T> } | null = null;
  private readonly forMs: number;

  constructor(forMs: number) {
    this.forMs = forMs;
  }

  private recent(): Promise<T> | null {
    return this.latest && Math.abs(Date.now() - this.latest.at) < this.forMs ? this.latest.body : null;
  }

  /** Only a request that begins a new read counts for its client. */
  async read(c: Context<AppEnv>, begin: () => Promise<T>): Promise<T> {
    const recent = this.recent();
    if (recent) return recent;
    await limitClient(c);
    // Another request may have begun meanwhile.
    const begun = this.recent();
    if (begun) return begun;
    const body = begin();
    this.latest = { at: Date.now(), body };
    body.catch(() => {
      this.latest = null;
    });
    // Other requests wait for it too, so it continues when this client leaves.
    c.executionCtx.waitUntil(body.catch(() => undefined));
    return body;
  }
}

const health = { content: { "application/json": { schema: Health } } };
const now = new Shared<Health>(CACHE_MS);
const days = new Shared<HealthHistory["days"]>(DAYS_CACHE_MS);

function readNow(c: Context<AppEnv>): Promise<Health> {
  return now.read(c, () => look(c.env, ping(c.var.dbs)));
}

export const healthRoutes = router()
  .openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Service"],
      operationId: "getHealth",
      summary: "Read the status of the service",
      responses: {
        200: { description: "No part is down; the renderer may be degraded", ...health },
        503: { description: "At least one part is down", ...health },
        default: refusal("rate_limited"),
      },
    }),
    async (c) => {
      const body = await readNow(c);
      return body.status === "down" ? c.json(body, 503) : c.json(body, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/history",
      tags: ["Service"],
      operationId: "getHealthHistory",
      summary: "Read the status of the service, and how each part worked by day",
      responses: { 200: response("The days", HealthHistory), default: refusal("rate_limited") },
    }),
    async (c) => {
      // While the database is down, the response says so, without days.
      const known = days.read(c, () => readHealthDays(c.var.db, Date.now())).catch(() => []);
      return c.json({ now: await readNow(c), days: await known }, 200);
    },
  );
