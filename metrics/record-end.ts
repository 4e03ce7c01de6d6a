/** The data point of a job that has ended. */
import { isOurFault, type JobErrorCode } from "#contract/errors.ts";
import { phaseNumbers } from "./events.ts";
import { record } from "./record.ts";

/** What is known of the job where it ends. */
interface EndedJob {
  tier: string;
  source?: string;
  outputType?: string;
  createdAt?: number;
  startedAt?: number | null;
  attempts?: number;
  /** 0: the job has cost no credit. */
  creditPeriod?: number;
}

interface End {
  outcome: "completed" | "failed" | "canceled";
  /** Why it failed. */
  code?: JobErrorCode;
  stage?: string;
  bytes?: number;
  pages?: number | null;
  timings?: Readonly<Record<string, number>>;
}

/** `now`: Unix ms. */
export function recordEnd(dataset: AnalyticsEngineDataset, job: EndedJob, end: End, now: number): void {
  const { createdAt = now, creditPeriod = 0 } = job;
  const { outcome, code = null, stage = null, bytes, pages, timings = {} } = end;
  record(dataset, "job", {
    outcome,
    code,
    fault: code && (isOurFault(code) ? "service" : "page"),
    stage,
    source: job.source ?? null,
    tier: job.tier,
    outputType: job.outputType ?? null,
    queueMs: (job.startedAt ?? now) - createdAt,
    totalMs: now - createdAt,
    attempts: job.attempts,
    bytes,
    pages,
    refunded: outcome !== "completed" && creditPeriod > 0 ? 1 : 0,
    ...phaseNumbers(timings),
  });
}
