/**
 * Deletes files that no job has. Each file in R2 is the result of a completed job, or of a job that has not ended, or is
 * deleted here. Files get here from attempts that store a file after their job has ended and crash before they delete it.
 */
import type { Db } from "#store/db.ts";
import { parseResultKey, RESULT_PREFIX } from "#store/jobs/results.ts";
import { keptResults } from "#store/sweep/sweep.ts";
import { sweepBucket } from "./sweep-bucket.ts";

/** Longer than an attempt, so that no file of a running attempt is looked at. */
const MIN_AGE_MS = 86_400_000;
const WALK = {
  name: "orphans",
  prefix: RESULT_PREFIX,
  jobOf: (key: string) => parseResultKey(key)?.id ?? "",
};

/** Looks at the next `page` files of the bucket, at most 1,000, and returns how many were deleted. */
export function deleteOrphans(env: Pick<Env, "RESULTS">, db: Db, now: number, page: number): Promise<number> {
  return sweepBucket(env.RESULTS, db, WALK, page, async (objects) => {
    const old = objects
      .filter(({ uploaded }) => uploaded.getTime() <= now - MIN_AGE_MS)
      .map(({ key }) => key);
    const attempted = old.flatMap((key) => parseResultKey(key) ?? []);
    const kept = new Set(await keptResults(db, attempted));
    return old.filter((key) => !kept.has(key));
  });
}
