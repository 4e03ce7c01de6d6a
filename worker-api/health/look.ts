/** Looks at each part that the service depends on. */
import type { Health } from "#contract/health.ts";
import type { RendererHealth } from "#contract/job/scheduling.ts";
import { errorText } from "#log/error-text.ts";
import { scheduler } from "../http/scheduler-stub.ts";
import { checkLists } from "./lists.ts";
import { checkStorage } from "./storage.ts";

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

/** Never rejects. `database`: a query that has begun. */
export async function look(env: Env, database: Promise<unknown>): Promise<Health> {
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
