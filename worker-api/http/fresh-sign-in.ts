/** What needs a proof of who uses the session: a sign-in, or a confirmation since then. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { LIMITS } from "#contract/limits.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

const FRESH_MS = LIMITS.freshSignInMinutes * 60_000;

/** Whether the session has proved who uses it within the last LIMITS.freshSignInMinutes. */
export function isFresh(c: Context<AppEnv>, now: number): boolean {
  return now - c.var.signedInAt < FRESH_MS;
}

/** Refuses a session that is not fresh. After `requireSession`. */
export const requireFreshSignIn = createMiddleware<AppEnv>(async (c, next) => {
  if (!isFresh(c, Date.now())) throw new ApiError("reauthentication_required");
  await next();
});
