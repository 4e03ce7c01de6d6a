/** CORS headers of the widget's API: only the authorized origin can read a response, never `*`. */
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";

const PREFLIGHT_SECONDS = 600;

export function allowOrigin(c: Context<AppEnv>, origin: string): void {
  c.header("Access-Control-Allow-Origin", origin);
  c.header("Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
}

/** https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function respondToPreflight(c: Context<AppEnv>, method: "GET" | "POST", header: string): Response {
  c.header("Access-Control-Allow-Methods", method);
  c.header("Access-Control-Allow-Headers", header);
  c.header("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  return c.body(null, 204);
}
