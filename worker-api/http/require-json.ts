/** A body that is sent must be JSON. */
import { createMiddleware } from "hono/factory";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

export const requireJson = createMiddleware<AppEnv>(async (c, next) => {
  const hasBody = c.req.method === "POST" || c.req.method === "PUT" || c.req.method === "PATCH";
  if (hasBody && c.req.raw.body !== null && !JSON_TYPE.test(c.req.header("content-type") ?? "")) {
    throw new ApiError("unsupported_media_type");
  }
  await next();
});
