/** The database of a request: that of the first id, key or token that names its account. Until then, it is database 0. */
import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** False if there is no such database. Then nothing has the id, key or token that names it. */
export function enterShard(c: Context<AppEnv>, shard: number): boolean {
  const db = c.var.dbs[shard];
  if (!db) return false;
  c.set("db", db);
  return true;
}
