/**
 * Refuses requests that pages of other sites send. Without CORS headers such a page cannot read the response, but its
 * request would still take effect.
 */
import { createMiddleware } from "hono/factory";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { isOwnOrigin } from "./own-origin.ts";

/** For what our own pages call: sign-in, session and settings. */
export const ownOriginOnly = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header("origin");
  if (origin !== undefined && !isOwnOrigin(origin, c.env.PUBLIC_ORIGIN)) {
    throw new ApiError("forbidden", { message: "Web pages on other sites cannot make this request." });
  }
  await next();
});
