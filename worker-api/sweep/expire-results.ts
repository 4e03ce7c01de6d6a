/**
 * Deletes expired results: the objects in R2 first, then the mark in D1, so that a crash in between leaves no object without
 * a row.
 */
import type { Db } from "#store/db.ts";
import { deleteResults } from "#store/jobs/results.ts";
import { expiredResults, markResultsDeleted } from "#store/sweep/sweep.ts";

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
