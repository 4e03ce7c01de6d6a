/** Refuses request bodies that are not JSON, or are compressed. */
import { createMiddleware } from "hono/factory";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** A POST without a body also arrives with an (empty) stream, so the length decides. */
function hasBody(request: Request): boolean {
  return request.body !== null && request.headers.get("content-length") !== "0";
}

/**
 * For a route whose body is optional: clients also send `Content-Type: application/json` without a body, and the
 * validator would read it as invalid JSON.
 */
export const allowNoBody = createMiddleware<AppEnv>(async (c, next) => {
  if (!hasBody(c.req.raw)) {
    if (!JSON_TYPE.test(c.req.header("content-type") ?? "application/json")) {
      throw new ApiError("unsupported_media_type");
    }
    const headers = new Headers(c.req.raw.headers);
    headers.delete("content-type");
    c.req.raw = new Request(c.req.raw, { headers });
  }
  await next();
});

export const requireJson = createMiddleware<AppEnv>(async (c, next) => {
  const encoding = c.req.header("content-encoding") ?? "identity";
  if (!/^\s*identity\s*$/i.test(encoding)) {
    throw new ApiError("unsupported_media_type", {
      message: `The request body has the Content-Encoding ${encoding}. Send it without compression.`,
    });
  }
  if (hasBody(c.req.raw) && !JSON_TYPE.test(c.req.header("content-type") ?? "")) {
    throw new ApiError("unsupported_media_type");
  }
  await next();
});
