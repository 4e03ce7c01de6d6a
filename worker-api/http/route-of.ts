/** The route of a request: its path has names in place of ids. */
import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** Undefined when no route matches. */
export function routeOf(c: Context): { method: string; path: string } | undefined {
  return matchedRoutes(c).findLast(({ method }) => method !== "ALL");
}
