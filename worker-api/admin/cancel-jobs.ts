/** Cancels jobs of banned accounts that wait. Jobs that are being rendered end by themselves within a minute. */
import type { Db } from "#store/db.ts";
import { cancel } from "#store/jobs/jobs.ts";
import { waitingJobsOfBanned } from "#store/operator/ban.ts";

/** Returns how many jobs were found, at most `batch`. A canceled job that stays in the queue is skipped there. */
export async function cancelJobsOfBanned(_: unknown, db: Db, now: number, batch: number): Promise<number> {
  const found = await waitingJobsOfBanned(db, now, batch);
  for (const { id, accountId } of found) await cancel(db, { accountId }, id, now);
  return found.length;
}
