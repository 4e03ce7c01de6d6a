/** Pending jobs whose message never reached the queue, or was lost with it. */
import type { JobMessage } from "#contract/scheduler.ts";
import type { Db } from "#store/db.ts";
import { unheardJobs } from "#store/sweep.ts";

export async function ringAgain(env: Pick<Env, "JOBS">, db: Db, now: number, batch: number): Promise<number> {
  const ids = await unheardJobs(db, now, batch);
  if (ids.length > 0)
    await env.JOBS.sendBatch(ids.map((jobId) => ({ body: { v: 1, jobId } satisfies JobMessage })));
  return ids.length;
}
