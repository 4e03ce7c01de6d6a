/** `GET /health`: each part that the service depends on, and its state. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { RendererHealth } from "#contract/job/scheduling.ts";
import { errorText } from "#log/error-text.ts";
import { ping } from "#store/db.ts";
import type { AppEnv } from "./http/app-env.ts";
import { refusal } from "./http/openapi-parts.ts";
import { limitClient } from "./http/rate-limit.ts";
import { router } from "./http/router.ts";
import { scheduler } from "./http/scheduler-stub.ts";
import { checkLists } from "./lists-health.ts";
import { checkStorage } from "./storage-health.ts";

/** A response is kept this long, so that monitors can poll as often as they like. */
const CACHE_MS = 5_000;

const State = z.enum(["ok", "degraded", "down"]);
const Health = z
  .object({
    status: State.meta({ description: "The worst state of all parts" }),
    parts: z.object({
      database: State,
      results: State,
      renderer: State.meta({
        description:
          "Based on the renderings of the last five minutes. Without any, the service prints an empty page as a test",
      }),
      filterLists: State.meta({
        description:
          "degraded: the newest refresh of a list of `block` has failed, and the one before is in use",
      }),
    }),
    reason: z.string().nullable().meta({ description: "Why the renderer is not ok" }),
  })
  .meta({ id: "Health" });
type Health = z.infer<typeof Health>;
const health = { content: { "application/json": { schema: Health } } };

async function stateOf(check: Promise<unknown>): Promise<"ok" | "down"> {
  try {
    await check;
    return "ok";
  } catch {
    return "down";
  }
}

function down(error: unknown): RendererHealth {
  return { state: "down", reason: errorText(error) };
}

async function look(env: Env, database: Promise<unknown>): Promise<Health> {
  const [databaseState, results, filterLists, renderer] = await Promise.all([
    stateOf(database),
    stateOf(checkStorage(env.RESULTS, Date.now())),
    checkLists(env.RESULTS),
    scheduler(env).health().catch(down),
  ]);
  const parts = { database: databaseState, results, renderer: renderer.state, filterLists };
  const states = Object.values(parts);
  const status =
    states.find((state) => state === "down") ?? states.find((state) => state === "degraded") ?? "ok";
  return { status, parts, reason: renderer.reason };
}

let latest: { at: number; body: Promise<Health> } | null = null;

/** The look of the last CACHE_MS, also one that is still under way. */
function recentLook(): Promise<Health> | null {
  return latest && Math.abs(Date.now() - latest.at) < CACHE_MS ? latest.body : null;
}

function beginLook(c: Context<AppEnv>): Promise<Health> {
  const body = look(c.env, ping(c.var.db));
  latest = { at: Date.now(), body };
  // Other requests wait for it too, so it continues when this client leaves.
  c.executionCtx.waitUntil(body);
  return body;
}

/** Only a new look counts for its client. */
async function readHealth(c: Context<AppEnv>): Promise<Health> {
  const recent = recentLook();
  if (recent) return recent;
  await limitClient(c);
  return recentLook() ?? beginLook(c);
}

export const healthRoutes = router();

healthRoutes.openapi(
  createRoute({
    method: "get",
    path: "/",
    tags: ["Service"],
    summary: "Read the status of the service",
    responses: {
      200: { description: "No part is down; the renderer may be degraded", ...health },
      503: { description: "At least one part is down", ...health },
      default: refusal("rate_limited"),
    },
  }),
  async (c) => {
    const body = await readHealth(c);
    return body.status === "down" ? c.json(body, 503) : c.json(body, 200);
  },
);
