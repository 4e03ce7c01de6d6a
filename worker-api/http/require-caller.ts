/** Who asks for jobs and files: an API key, or the dashboard's session. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";
import { requireApiKey } from "./require-api-key.ts";

export const requireCaller = createMiddleware<AppEnv>((c, next) => requireApiKey(c, next));
