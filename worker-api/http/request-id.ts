/** `X-Request-Id` on every response. The request's log lines and the job's row have the same id. */
import { createMiddleware } from "hono/factory";
import { newId } from "#store/secrets/ids.ts";
import { openDbs } from "#store/shards.ts";
import type { AppEnv } from "./app-env.ts";

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  c.set("requestId", newId("req"));
  const dbs = openDbs(c.env);
  c.set("dbs", dbs);
  c.set("db", dbs[0]);
  await next();
  c.res.headers.set("X-Request-Id", c.var.requestId);
});
