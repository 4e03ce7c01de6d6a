/**
 * Deletes expired results and old jobs: the objects in R2 first, then the mark or the row in D1, so that a crash in
 * between leaves no object without a row.
 */
import type { Db } from "#store/db.ts";
import { deleteResults } from "#store/jobs/results.ts";
import { expiredResults, forgetJobs, markResultsDeleted, oldJobs } from "#store/sweep/sweep.ts";

export async function deleteExpiredResults(
  env: Pick<Env, "RESULTS">,
  db: Db,
  now: number,
  batch: number,
): Promise<number> {
  const expired = await expiredResults(db, now, batch);
  if (expired.length === 0) return 0;
  await deleteResults(env.RESULTS, expired);
  await markResultsDeleted(
    db,
    expired.map(({ id }) => id),
    now,
  );
  return expired.length;
}

/** Deletes old jobs and every object that any of their attempts stored. */
export async function forgetOldJobs(
  env: Pick<Env, "RESULTS">,
  db: Db,
  now: number,
  batch: number,
): Promise<number> {
  const old = await oldJobs(db, now, batch);
  if (old.length === 0) return 0;
  await deleteResults(env.RESULTS, old);
  await forgetJobs(
    db,
    old.map(({ id }) => id),
  );
  return old.length;
}
