/** The scheduler's remote calls as the API sees them. The Workers do not import each other; this is what they agree on. */

import { z } from "zod";
import { TIERS } from "../plans.ts";

export interface RendererHealth {
  /** `degraded`: some renderings fail by a fault of ours. `down`: all of them do. */
  state: "ok" | "degraded" | "down";
  /** Why, for the operator; null when all is well. */
  reason: string | null;
}

export interface SchedulerStatus {
  waiting: number;
  running: number;
  slots: number;
}

export interface SchedulerCalls {
  /**
   * Resolves once the job is final, with its row as JSON if it was just completed; with null if it ended in another way, or
   * after `waitMs`: D1 then says how it stands. A text, since an object as the answer keeps the one who gave it alive.
   */
  settled(jobId: string, waitMs: number): Promise<string | null>;
  /** Takes a canceled job out of the waiting line. */
  drop(jobId: string): Promise<void>;
  status(): Promise<SchedulerStatus>;
  /** What the renderings of the last minutes say; where there were none, an empty page is printed to find out. */
  health(): Promise<RendererHealth>;
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
