/** Headers of every API response. No response is a page, so browsers must not run, frame, sniff or store it. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";

const HEADERS = Object.entries({
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  "Cache-Control": "no-store",
});

/** A route that needs another value sets its own. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of HEADERS) {
    if (!headers.has(name)) headers.set(name, value);
  }
});
