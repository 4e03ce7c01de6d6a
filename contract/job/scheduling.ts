/**
 * Remote calls of the Scheduler. worker-render implements them and worker-api calls them, because the two Workers never
 * import each other.
 */

import { z } from "zod";
import { TIERS, type Tier } from "../plans.ts";

export interface RendererHealth {
  /** `degraded`: some renderings fail because of a fault of ours. `down`: all of them do. */
  state: "ok" | "degraded" | "down";
  /** Why the state is not `ok`, for the operator; null when it is. */
  reason: string | null;
}

/** Jobs that wait, jobs that are being rendered, and slots in all browsers. */
export interface SchedulerStatus {
  waiting: number;
  running: number;
  slots: number;
  /** By browser object. `paused`: it gets no jobs for a while, because its browser could not be started. */
  browsers: { name: string; running: number; paused: boolean }[];
}

/** Returned in place of a row when LIMITS.waitsPerAccount requests of the account already wait. */
export const NOT_WATCHED = "not_watched";

export interface SchedulerCalls {
  /**
   * Resolves when the job is final or after `waitMs`: with the job's row as JSON if it has just completed, else with
   * null, and the caller reads D1. Resolves at once to NOT_WATCHED if LIMITS.waitsPerAccount requests of the account wait
   * already. A string, because an object as the result of a remote call keeps the called object alive.
   */
  settled(jobId: string, accountId: string, waitMs: number): Promise<string | null>;
  /** Removes a canceled job from the queue. */
  drop(jobId: string): Promise<void>;
  status(): Promise<SchedulerStatus>;
  /**
   * State of the renderer in the last minutes. Without any rendering in that time, it prints an empty page as a test.
   */
  health(): Promise<RendererHealth>;
}

/**
 * The render Worker, of `count`, for all jobs of an account: one Scheduler then holds the plan's limit of concurrent jobs and
 * the account's share.
 */
export function rendererOf(accountId: string, count: number): number {
  // FNV-1a: the ids are random, so any hash spreads them evenly.
  let hash = 0x811c9dc5;
  for (const char of accountId) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % count;
}

/** Name of the one Scheduler object of a render Worker. */
export const SCHEDULER_NAME = "main";

/**
 * Queue message that enqueues a job. It carries only fields that never change; everything else is read from the job's
 * row when the job is claimed.
 */
export const JobMessage = z.object({
  v: z.literal(1),
  jobId: z.string(),
  accountId: z.string(),
  tier: z.enum(TIERS),
});
export type JobMessage = z.infer<typeof JobMessage>;

/** The tier under which a job waits: a test job has the lowest priority of all. */
export function queueTier({ tier, test }: { tier: Tier; test: boolean }): Tier {
  return test ? TIERS[0] : tier;
}
