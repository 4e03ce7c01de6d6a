/** Refuses request bodies that are not JSON, or are compressed. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** A POST without a body also arrives with an (empty) stream, so the length decides. */
function hasBody(request: Request): boolean {
  return request.body !== null && request.headers.get("content-length") !== "0";
}

/** Replaces the content type before the body is read. The framework compares it and takes it from the request. */
function setContentType(c: Context<AppEnv>, type: string | null): void {
  const headers = new Headers(c.req.raw.headers);
  if (type === null) headers.delete("content-type");
  else headers.set("content-type", type);
  c.req.raw = new Request(c.req.raw, { headers });
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
    setContentType(c, null);
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
  const type = c.req.header("content-type") ?? "";
  if (hasBody(c.req.raw) && !JSON_TYPE.test(type)) throw new ApiError("unsupported_media_type");
  // Space around a value is no part of it (RFC 9110, 5.5), but the runtime keeps it.
  if (type !== type.trim()) setContentType(c, type.trim());
  await next();
});
