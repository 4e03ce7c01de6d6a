/** Results past their plan's retention: first the objects, then the mark, so that a crash between leaves no orphan. */
import type { Db } from "#store/db.ts";
import { resultKeys } from "#store/results.ts";
import { expiredResults, markResultsDeleted } from "#store/sweep.ts";

/** `batch` times LIMITS.attempts must stay within the 1,000 keys that one R2 call deletes. */
export async function deleteExpiredResults(
  env: Pick<Env, "RESULTS">,
  db: Db,
  now: number,
  batch: number,
): Promise<number> {
  const expired = await expiredResults(db, now, batch);
  if (expired.length === 0) return 0;
  await env.RESULTS.delete(expired.flatMap(resultKeys));
  await markResultsDeleted(
    db,
    expired.map(({ id }) => id),
    now,
  );
  return expired.length;
}
