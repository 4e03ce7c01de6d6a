/** Deletes objects of the results' bucket that are no longer needed, some in each run. */
import type { Db } from "#store/db.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { readPosition, writePosition } from "#store/sweep/walks.ts";

interface Walk {
  /** Name of the walk, which continues in the next run. */
  name: string;
  prefix: string;
  /** The job of a key. */
  jobOf(key: string): string;
}

/**
 * Looks at the next `page` objects, at most 1,000, and deletes the keys that `choose` returns of those of the database. The
 * bucket has the objects of all databases. Returns how many were deleted.
 */
export async function sweepBucket(
  bucket: R2Bucket,
  db: Db,
  { name, prefix, jobOf }: Walk,
  page: number,
  choose: (objects: R2Object[]) => Promise<string[]>,
): Promise<number> {
  const startAfter = (await readPosition(db, name)) ?? "";
  const { objects, truncated } = await bucket.list({ prefix, startAfter, limit: page });
  const unneeded = await choose(objects.filter(({ key }) => shardOfId(jobOf(key)) === db.shard));
  if (unneeded.length > 0) await bucket.delete(unneeded);
  await writePosition(db, name, truncated ? (objects.at(-1)?.key ?? null) : null);
  return unneeded.length;
}
