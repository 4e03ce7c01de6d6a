/** Reads the rest of small request bodies, so that a client can use its connection again. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";

const MAX_DRAINED_BYTES = 65_536;

/**
 * A refusal often comes before its request's body is read. workerd then closes the connection without announcing it, and
 * the next request of a client that keeps connections fails. The response does not wait for the rest of the body.
 */
export const drainBody = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { body, bodyUsed } = c.req.raw;
  if (!body || bodyUsed) return;
  const length = Number(c.req.header("content-length") ?? Number.NaN);
  if (length <= MAX_DRAINED_BYTES)
    c.executionCtx.waitUntil(body.pipeTo(new WritableStream()).catch(() => undefined));
});
