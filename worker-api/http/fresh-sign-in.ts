/** What needs a proof of who uses the session: a sign-in, or the password since then. */
import type { Context } from "hono";
import { LIMITS } from "#contract/limits.ts";
import type { AppEnv } from "./app-env.ts";

const FRESH_MS = LIMITS.freshSignInMinutes * 60_000;

/** Whether the session has proved who uses it within the last LIMITS.freshSignInMinutes. */
export function isFresh(c: Context<AppEnv>, now: number): boolean {
  return now - c.var.signedInAt < FRESH_MS;
}
