/** `GET /health`: each part that the service depends on, and its state. */
import { createRoute, z } from "@hono/zod-openapi";
import { ping } from "#store/db.ts";
import { router } from "./http/router.ts";
import { scheduler } from "./http/scheduler.ts";

async function stateOf(check: Promise<unknown>): Promise<"ok" | "down"> {
  try {
    await check;
    return "ok";
  } catch {
    return "down";
  }
}

const State = z.enum(["ok", "down"]);
const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    parts: z.object({ database: State, results: State, renderer: State }),
  })
  .meta({ id: "Health" });
const health = { content: { "application/json": { schema: Health } } };

export const healthRoutes = router();

healthRoutes.openapi(
  createRoute({
    method: "get",
    path: "/",
    tags: ["Service"],
    summary: "The state of each part",
    responses: {
      200: { description: "Every part answers", ...health },
      503: { description: "Some part does not", ...health },
    },
  }),
  async (c) => {
    const [database, results, renderer] = await Promise.all([
      stateOf(ping(c.var.db)),
      stateOf(c.env.RESULTS.head("health")),
      stateOf(scheduler(c.env).status()),
    ]);
    const parts = { database, results, renderer };
    const isOk = Object.values(parts).every((state) => state === "ok");
    return isOk
      ? c.json({ status: "ok" as const, parts }, 200)
      : c.json({ status: "degraded" as const, parts }, 503);
  },
);
