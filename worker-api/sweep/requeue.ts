/** Sends the queue message again for jobs and mails that still wait because their message was lost. */
import { type JobMessage, queueTier } from "#contract/job/scheduling.ts";
import type { Db } from "#store/db.ts";
import { overdueMails } from "#store/mail/mails.ts";
import { jobsToRequeue } from "#store/sweep/sweep.ts";
import { jobQueueOf } from "../http/scheduler-stub.ts";
import { enqueue } from "../mail/outbox.ts";

export async function requeueJobs(
  env: Pick<Env, "JOBS">,
  db: Db,
  now: number,
  batch: number,
): Promise<number> {
  const jobs = await jobsToRequeue(db, now, batch);
  for (const [queue, waiting] of Map.groupBy(jobs, ({ accountId }) => jobQueueOf(env, accountId))) {
    const messages = waiting.map(
      (job) =>
        ({ v: 1, jobId: job.jobId, accountId: job.accountId, tier: queueTier(job) }) satisfies JobMessage,
    );
    await queue.sendBatch(messages.map((body) => ({ body })));
  }
  return jobs.length;
}

/** A queue message takes seconds. The message of a mail that is due for longer than this may be lost. */
const REQUEUE_AFTER_MS = 60_000;

export async function requeueMails(
  env: Pick<Env, "MAILS">,
  db: Db,
  now: number,
  batch: number,
): Promise<number> {
  const ids = await overdueMails(db, now - REQUEUE_AFTER_MS, batch);
  for (const mailId of ids) await enqueue(env, mailId);
  return ids.length;
}
