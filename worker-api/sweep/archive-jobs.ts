/**
 * Moves old jobs to files in R2. The file is written and read back before the rows are deleted, and a run after a crash writes the
 * same file again: no job is lost, and none is in two files.
 */
import { record } from "#metrics/record.ts";
import { deleteArchives, writeArchive } from "#store/archive/archive-file.ts";
import {
  dropPlan,
  expiredArchives,
  finishArchive,
  forgetArchives,
  planArchive,
  readPlanned,
} from "#store/archive/archives.ts";
import type { Db } from "#store/db.ts";
import { deleteResults } from "#store/jobs/results.ts";

type ArchiveEnv = Pick<Env, "RESULTS" | "METRICS">;

/** Writes the next file. False without old jobs. */
async function archiveNext(env: ArchiveEnv, db: Db, now: number): Promise<boolean> {
  const archive = await planArchive(db, now);
  if (!archive) return false;
  const rows = await readPlanned(db, archive);
  // Another run has finished it.
  if (!rows) return true;
  if (rows.length === 0) {
    if (await dropPlan(db, archive)) await deleteArchives(env.RESULTS, [archive]);
    return true;
  }
  // Results have expired long ago. These are files of attempts that did not end their job.
  await deleteResults(env.RESULTS, rows);
  const sizeBytes = await writeArchive(env.RESULTS, archive, rows);
  const deleted = rows.filter((row) => row.deleted_at !== null).length;
  const counted = { jobs: rows.length, deleted, sizeBytes };
  if (await finishArchive(db, archive, counted, now))
    record(env.METRICS, "archive", { jobs: rows.length, bytes: sizeBytes });
  return true;
}

/** Writes up to `limit` files and returns how many. */
export async function archiveJobs(env: ArchiveEnv, db: Db, now: number, limit: number): Promise<number> {
  let written = 0;
  while (written < limit && (await archiveNext(env, db, now))) written += 1;
  return written;
}

/** Deletes up to `limit` files of months that are no longer kept, and returns how many. */
export async function forgetOldArchives(
  env: Pick<Env, "RESULTS">,
  db: Db,
  now: number,
  limit: number,
): Promise<number> {
  const old = await expiredArchives(db, now, limit);
  if (old.length === 0) return 0;
  await deleteArchives(env.RESULTS, old);
  await forgetArchives(db, old);
  return old.length;
}
