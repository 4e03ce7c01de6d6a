/**
 * Limits the body of `POST /jobs`. A body above LIMITS.bodyBytes usually has HTML: the plan limits it, and one isolate reads only a
 * few of them at the same time, because each takes several times its size of memory.
 */
import { Buffer } from "node:buffer";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { readUsage } from "#store/money/usage.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readingBody } from "../http/limit-body.ts";

const Body = z.looseObject({ html: z.string().min(1) });
/** In place of the HTML, for the check of the other fields. */
const TAKEN = "taken";

const CHECK_MS = 50;
/** Longest wait for other large bodies. */
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Bytes of the large bodies that this isolate holds. */
let held = 0;

/** Declared length in bytes; null for a chunked body. */
function declaredBytes({ headers }: Request): number | null {
  const length = headers.has("transfer-encoding") ? null : headers.get("content-length");
  return length === null ? null : Number.parseInt(length, 10);
}

/** Waits until the isolate has room for the body. The returned function releases the room. */
async function holdRoom(bytes: number): Promise<() => void> {
  for (let waitedMs = 0; held + bytes > LIMITS.largeBodiesBytes; waitedMs += CHECK_MS) {
    if (waitedMs >= MAX_WAIT_MS) {
      throw new ApiError("unavailable", {
        message: "Too many large requests arrive at the moment. Please try again in a few seconds.",
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await scheduler.wait(CHECK_MS);
  }
  held += bytes;
  let isHeld = true;
  return () => {
    if (isHeld) held -= bytes;
    isHeld = false;
  };
}

/** Returns the plan's limit. `bytes`: the body's length, if it is known. Puts the usage on the context. */
async function admitLargeBody(c: Context<AppEnv>, bytes: number | null): Promise<number> {
  const usage = await readUsage(c.var.db, c.var.owner, Date.now());
  if (!usage) throw new ApiError("unauthorized");
  c.set("usage", usage);
  const maxBytes = LIMITS.bodyPerHtml * PLANS[usage.tier].htmlBytes;
  if ((bytes ?? 0) > maxBytes) throw tooLarge(maxBytes);
  c.set("giveBodyRoom", await holdRoom(bytes ?? maxBytes));
  return maxBytes;
}

/**
 * Takes the HTML out of the body: the framework keeps a body until the response, also while the request waits for its job.
 */
function takeHtml(c: Context<AppEnv>, text: string): void {
  const parsed = Body.safeParse(parseJson(text));
  if (!parsed.success) {
    c.req.raw = new Request(c.req.raw, { body: text });
    return;
  }
  c.set("html", parsed.data.html);
  c.req.raw = new Request(c.req.raw, { body: JSON.stringify({ ...parsed.data, html: TAKEN }) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError("invalid_json", { cause });
  }
}

/** Frees the memory of the HTML, for a request that waits for its job. */
export function forgetHtml(c: Context<AppEnv>): void {
  c.set("html", undefined);
  c.var.giveBodyRoom?.();
}

function tooLarge(maxBytes: number): ApiError {
  const message = `The request body is larger than ${maxBytes / 1_000_000} MB, the limit of your plan.`;
  return new ApiError("body_too_large", { message });
}

/** Reads the body. Asks for the plan's limit when the body proves to be large. */
async function readBody(c: Context<AppEnv>, body: ReadableStream<Uint8Array>): Promise<void> {
  const bytes = declaredBytes(c.req.raw);
  let maxBytes = bytes === null ? LIMITS.bodyBytes : await admitLargeBody(c, bytes);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes && !c.var.giveBodyRoom) maxBytes = await admitLargeBody(c, null);
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  takeHtml(c, Buffer.concat(parts).toString());
}

async function withinTime<T>(reading: Promise<T>): Promise<T> {
  const late = scheduler.wait(LIMITS.largeBodySeconds * 1_000).then(() => {
    throw new Error("The body did not arrive in time.");
  });
  return Promise.race([reading, late]);
}

export const limitJobBody = createMiddleware<AppEnv>(async (c, next) => {
  const { method, body } = c.req.raw;
  const bytes = declaredBytes(c.req.raw);
  if (method !== "POST" || body === null || (bytes !== null && bytes <= LIMITS.bodyBytes)) return next();
  try {
    await readingBody(() => withinTime(readBody(c, body)));
    await next();
  } finally {
    c.var.giveBodyRoom?.();
  }
});
