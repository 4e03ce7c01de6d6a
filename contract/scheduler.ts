/** The scheduler's remote calls as the API sees them. The Workers do not import each other; this is what they agree on. */

import { z } from "zod";
import { TIERS } from "./plans.ts";

export interface SchedulerStatus {
  waiting: number;
  running: number;
  slots: number;
}

export interface SchedulerCalls {
  /** Resolves true once the job is final, false after `waitMs`. */
  settled(jobId: string, waitMs: number): Promise<boolean>;
  /** Takes a canceled job out of the waiting line. */
  drop(jobId: string): Promise<void>;
  status(): Promise<SchedulerStatus>;
}

/** The one object that holds the line. */
export const SCHEDULER_NAME = "main";

/**
 * Queue message: a doorbell. What it says of the job never changes; all else the job's row says, which a claim reads as it
 * takes the job.
 */
export const JobMessage = z.object({
  v: z.literal(1),
  jobId: z.string(),
  accountId: z.string(),
  tier: z.enum(TIERS),
});
export type JobMessage = z.infer<typeof JobMessage>;
