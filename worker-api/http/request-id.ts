/** `X-Request-Id` on every response. The request's log lines and the job's row have the same id. */
import { createMiddleware } from "hono/factory";
import { openDb } from "#store/db.ts";
import { newId } from "#store/secrets/ids.ts";
import type { AppEnv } from "./app-env.ts";

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  c.set("requestId", newId("req"));
  c.set("db", openDb(c.env.DB));
  await next();
  c.res.headers.set("X-Request-Id", c.var.requestId);
});
