/** Requeues jobs whose renderer is gone, by their expired lease. After the last attempt they fail. */
import { type JobMessage, queueTier } from "#contract/job/scheduling.ts";
import { recordEnd } from "#metrics/record-end.ts";
import type { Db } from "#store/db.ts";
import { overdueLeases, requeueExpired } from "#store/jobs/leases.ts";
import { jobQueueOf } from "../http/scheduler-stub.ts";

export async function requeueOverdue(
  env: Pick<Env, "JOBS" | "METRICS">,
  db: Db,
  now: number,
  batch: number,
): Promise<number> {
  const overdue = await overdueLeases(db, now, batch);
  for (const job of overdue) {
    const became = await requeueExpired(db, job, now);
    const message = { v: 1, jobId: job.id, accountId: job.accountId, tier: queueTier(job) } as const;
    if (became === "pending") await jobQueueOf(env, job.accountId).send(message satisfies JobMessage);
    if (became === "failed") {
      const { stage } = job;
      recordEnd(env.METRICS, job, { outcome: "failed", code: "service_unavailable", stage }, now);
    }
  }
  return overdue.length;
}
