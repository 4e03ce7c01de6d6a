/** `GET /health`: each part that the service depends on, and its state. */
import { sql } from "drizzle-orm";
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

export const healthRoutes = router();

healthRoutes.get("/", async (c) => {
  const [database, results, renderer] = await Promise.all([
    stateOf(c.var.db.run(sql`select 1`)),
    stateOf(c.env.RESULTS.head("health")),
    stateOf(scheduler(c.env).status()),
  ]);
  const parts = { database, results, renderer };
  const ok = Object.values(parts).every((state) => state === "ok");
  return c.json({ status: ok ? "ok" : "degraded", parts }, ok ? 200 : 503);
});
