/** Looks at each part that the service depends on. */
import type { Health } from "#contract/health.ts";
import type { RendererHealth } from "#contract/job/scheduling.ts";
import { errorText } from "#log/error-text.ts";
import { schedulers } from "../http/scheduler-stub.ts";
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

const BY_SEVERITY = ["down", "degraded", "ok"] as const;

/** The worst state of all render Workers. */
function worst(all: readonly RendererHealth[]): RendererHealth {
  const sorted = all.toSorted((a, b) => BY_SEVERITY.indexOf(a.state) - BY_SEVERITY.indexOf(b.state));
  return sorted[0] ?? { state: "ok", reason: null };
}

function down(error: unknown): RendererHealth {
  return { state: "down", reason: errorText(error) };
}

/** Never rejects. `database`: a query of each database that has begun. */
export async function look(env: Env, database: Promise<unknown>): Promise<Health> {
  const [databaseState, results, filterLists, renderers] = await Promise.all([
    stateOf(database),
    stateOf(checkStorage(env.RESULTS, Date.now())),
    checkLists(env.RESULTS),
    Promise.all(schedulers(env).map((one) => one.health().catch(down))),
  ]);
  const renderer = worst(renderers);
  const parts = { database: databaseState, results, renderer: renderer.state, filterLists };
  const states = Object.values(parts);
  const status =
    states.find((state) => state === "down") ?? states.find((state) => state === "degraded") ?? "ok";
  return { status, parts, reason: renderer.reason };
}
