/** Requeues jobs whose renderer is gone, by their expired lease. After the last attempt they fail. */
import type { JobMessage } from "#contract/job/scheduling.ts";
import type { Db } from "#store/db.ts";
import { overdueLeases, requeueExpired } from "#store/jobs/leases.ts";

export async function requeueOverdue(
  env: Pick<Env, "JOBS">,
  db: Db,
  now: number,
  batch: number,
): Promise<number> {
  const overdue = await overdueLeases(db, now, batch);
  for (const job of overdue) {
    const became = await requeueExpired(db, job, now);
    const { id: jobId, accountId, tier } = job;
    if (became === "pending") await env.JOBS.send({ v: 1, jobId, accountId, tier } satisfies JobMessage);
  }
  return overdue.length;
}
