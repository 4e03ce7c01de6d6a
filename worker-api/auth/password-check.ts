/** Work that hashes a password: one after another, for so many requests and no more. A flood of them starves nobody. */
import type { Context } from "hono";
import { LIMITS } from "#contract/limits.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";

const RETRY_AFTER_SECONDS = 5;

/** What a hash takes of the isolate's one thread, and some air for everybody else's calls. */
const TURN_MS = 200;

/** Of this isolate. */
let underWay = 0;

/** Does the work when its turn has come. Throws `unavailable` when too many others wait for theirs. */
export function passwordCheck<Result>(c: Context<AppEnv>, work: () => Promise<Result>): Promise<Result> {
  if (underWay >= LIMITS.passwordChecksAtOnce) {
    throw new ApiError("unavailable", {
      message: "Sign-in is very busy at the moment. Please try again in a few seconds.",
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  const turn = underWay * TURN_MS;
  underWay += 1;
  const done = scheduler
    .wait(turn)
    .then(work)
    .finally(() => {
      underWay -= 1;
    });
  // Also when its client goes away in the middle: its place must come free.
  c.executionCtx.waitUntil(done.catch(() => undefined));
  return done;
}
