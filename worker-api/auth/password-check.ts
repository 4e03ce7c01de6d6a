/**
 * Runs password hashes one after another and limits how many wait, so that a flood of sign-ins cannot block other
 * requests.
 */
import type { Context } from "hono";
import { LIMITS } from "#contract/limits.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";

const RETRY_AFTER_SECONDS = 5;

/** Interval between the starts of two hashes: about 170 ms for the hash, the rest for other requests of the isolate. */
const INTERVAL_MS = 200;

/** Requests of this isolate that compute a hash or wait for one. */
let underWay = 0;

/**
 * Runs `work` after the requests that came before. Throws `unavailable` when LIMITS.passwordChecksAtOnce requests wait.
 */
export function passwordCheck<Result>(c: Context<AppEnv>, work: () => Promise<Result>): Promise<Result> {
  if (underWay >= LIMITS.passwordChecksAtOnce) {
    throw new ApiError("unavailable", {
      message: "Sign-in is very busy at the moment. Please try again in a few seconds.",
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  const delayMs = underWay * INTERVAL_MS;
  underWay += 1;
  const done = scheduler
    .wait(delayMs)
    .then(work)
    .finally(() => {
      underWay -= 1;
    });
  // Runs on when the client disconnects, so that `underWay` is counted down.
  c.executionCtx.waitUntil(done.catch(() => undefined));
  return done;
}
