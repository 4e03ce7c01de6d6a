/**
 * Account deletion: begun by the owner's request, and finished by it or, if a service was unavailable, by the sweep.
 */

import { log } from "#log/log.ts";
import { deleteJobs, endAccount, jobsToDelete, unfinishedDeletions } from "#store/accounts/deletion.ts";
import { deleteArchives } from "#store/archive/archive-file.ts";
import { archivesOf, forgetArchives } from "#store/archive/archives.ts";
import type { Db } from "#store/db.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import { deleteResults } from "#store/jobs/results.ts";
import { dbOfId } from "#store/shards.ts";
import { endBilling } from "../billing/end.ts";
import type { BillingEnv } from "../billing/stripe.ts";

/** Jobs of one batch. R2 deletes at most 1,000 objects in one call. */
const MAX_JOBS = 100;
const MAX_ARCHIVES = 100;

type DeletionEnv = BillingEnv & Pick<Env, "RESULTS">;

async function deleteAllJobs(env: DeletionEnv, db: Db, accountId: string): Promise<void> {
  for (;;) {
    const found = await jobsToDelete(db, accountId, MAX_JOBS);
    if (found.length === 0) return;
    await deleteResults(env.RESULTS, found);
    await env.RESULTS.delete(found.map((job) => inputKey(job.id)));
    await deleteJobs(db, accountId, found);
  }
}

async function deleteAllArchives(env: DeletionEnv, db: Db, accountId: string): Promise<void> {
  for (;;) {
    const found = await archivesOf(db, accountId, MAX_ARCHIVES);
    if (found.length === 0) return;
    await deleteArchives(env.RESULTS, found);
    await forgetArchives(db, found);
  }
}

/**
 * Deletes what is left of an account whose deletion has begun. False when a later sweep must continue: a job is being
 * rendered or archived, or a service is unavailable (logged). Safe to repeat; never throws.
 */
export async function finishDeletion(env: DeletionEnv, accountId: string, now: number): Promise<boolean> {
  try {
    const db = dbOfId(env, accountId);
    await endBilling(env, accountId);
    await deleteAllJobs(env, db, accountId);
    await deleteAllArchives(env, db, accountId);
    return await endAccount(db, accountId, now);
  } catch (error) {
    log.error("An account's deletion is unfinished.", { accountId, error });
    return false;
  }
}

/** Sweep task: continues up to `limit` deletions and returns how many it finished. */
export async function finishDeletions(env: DeletionEnv, db: Db, now: number, limit: number): Promise<number> {
  let finished = 0;
  for (const accountId of await unfinishedDeletions(db, limit)) {
    if (await finishDeletion(env, accountId, now)) finished++;
  }
  return finished;
}
