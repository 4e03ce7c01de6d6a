/** Refuses request bodies that are larger than LIMITS.bodyBytes, before they are read, and bodies that end early. */
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { LIMITS } from "#contract/limits.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

const limit = bodyLimit({
  maxSize: LIMITS.bodyBytes,
  onError: () => {
    throw new ApiError("body_too_large");
  },
});

/**
 * Runs `read`. Throws `invalid_json` when the client stops in the middle of the body or breaks the chunked encoding.
 */
export async function readingBody<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("invalid_json", {
      message: "The request body could not be read completely.",
      cause: error,
    });
  }
}

export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
  // No route reads the body of a GET, and a new Request must not have one.
  if (c.req.method !== "GET" && c.req.method !== "HEAD") {
    await readingBody(() => limit(c, () => Promise.resolve()));
  }
  await next();
});
