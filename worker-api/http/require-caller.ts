/** Either of the two ways to say who one is: an API key, or the session of our own pages. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";
import { requireApiKey } from "./require-api-key.ts";
import { requireSession } from "./require-session.ts";

/** With neither, the answer asks for an API key: this is the public API. */
export const requireCaller = createMiddleware<AppEnv>((c, next) =>
  c.req.header("authorization") !== undefined && c.req.header("x-api-key") === undefined
    ? requireSession(c, next)
    : requireApiKey(c, next),
);
