/**
 * Deletes the inputs of jobs that have ended. A job's end deletes its input itself; what is found here was left by a crash, by
 * R2 while it was unavailable, or by a job that failed without an attempt.
 */
import type { Db } from "#store/db.ts";
import { INPUT_PREFIX, jobOfInput } from "#store/jobs/inputs.ts";
import { jobStates } from "#store/sweep/sweep.ts";
import { sweepBucket } from "./sweep-bucket.ts";

/** An input is stored shortly before its job's row. */
const MIN_AGE_MS = 600_000;
const WALK = { name: "inputs", prefix: INPUT_PREFIX, jobOf: jobOfInput };

/** Looks at the next `page` inputs, at most 1,000, and returns how many were deleted. */
export function deleteInputs(env: Pick<Env, "RESULTS">, db: Db, now: number, page: number): Promise<number> {
  return sweepBucket(env.RESULTS, db, WALK, page, async (objects) => {
    const states = await jobStates(
      db,
      objects.map(({ key }) => jobOfInput(key)),
    );
    const ended = objects.filter(({ key, uploaded }) => {
      const isEnded = states.get(jobOfInput(key));
      return isEnded ?? uploaded.getTime() <= now - MIN_AGE_MS;
    });
    return ended.map(({ key }) => key);
  });
}
