/**
 * Deletes files that no job has. Each file in R2 is the result of a completed job, or of a job that has not ended, or is
 * deleted here. Files get here from attempts that store a file after their job has ended and crash before they delete it.
 */
import type { Db } from "#store/db.ts";
import { parseResultKey, RESULT_PREFIX } from "#store/jobs/results.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { keptResults } from "#store/sweep/sweep.ts";
import { readPosition, writePosition } from "#store/sweep/walks.ts";

/** Longer than an attempt, so that no file of a running attempt is looked at. */
const MIN_AGE_MS = 86_400_000;
const WALK = "orphans";

/** Looks at the next `page` files of the bucket, at most 1,000, and returns how many were deleted. */
export async function deleteOrphans(
  env: Pick<Env, "RESULTS">,
  db: Db,
  now: number,
  page: number,
): Promise<number> {
  const startAfter = (await readPosition(db, WALK)) ?? "";
  const { objects, truncated } = await env.RESULTS.list({ prefix: RESULT_PREFIX, startAfter, limit: page });
  // The bucket has the files of all databases.
  const ours = objects.filter(({ key }) => shardOfId(parseResultKey(key)?.id ?? "") === db.shard);
  const old = ours.filter(({ uploaded }) => uploaded.getTime() <= now - MIN_AGE_MS).map(({ key }) => key);
  const kept = new Set(
    await keptResults(
      db,
      old.flatMap((key) => parseResultKey(key) ?? []),
    ),
  );
  const orphans = old.filter((key) => !kept.has(key));
  if (orphans.length > 0) await env.RESULTS.delete(orphans);
  await writePosition(db, WALK, truncated ? (objects.at(-1)?.key ?? null) : null);
  return orphans.length;
}
