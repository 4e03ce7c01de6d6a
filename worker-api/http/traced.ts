/** The spans of a request, if it is traced. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { parseTraceparent } from "#traces/ids.ts";
import type { SpanKind } from "#traces/otlp.ts";
import { Trace } from "#traces/trace.ts";
import type { AppEnv } from "./app-env.ts";
import { routeOf } from "./route-of.ts";

/**
 * A client's `traceparent` is only linked: its trace keeps its own id, and clients do not decide what is traced.
 */
export const traced = createMiddleware<AppEnv>(async (c, next) => {
  const trace = Trace.begin(c.env, "platen-api", c.var.requestId);
  if (!trace) return next();
  c.set("trace", trace);
  const startedAt = Date.now();
  await next();
  const route = routeOf(c);
  const { method } = c.req;
  trace.note({
    "http.request.method": method,
    "http.route": route?.path,
    "http.response.status_code": c.res.status,
  });
  const link = parseTraceparent(c.req.header("traceparent") ?? "") ?? undefined;
  const times = { startedAt, endedAt: Date.now() };
  trace.addRequest(route ? `${method} ${route.path}` : method, times, { failed: c.res.status >= 500, link });
  c.executionCtx.waitUntil(trace.send());
});

/** Runs the work as a span of the request. */
export function timed<T>(
  c: Context<AppEnv>,
  name: string,
  kind: SpanKind,
  work: () => Promise<T>,
): Promise<T> {
  const { trace } = c.var;
  return trace ? trace.time(name, work, kind) : work();
}
