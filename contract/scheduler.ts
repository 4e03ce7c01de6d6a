/** The scheduler's remote calls as the API sees them. The Workers do not import each other; this is what they agree on. */

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

/** Queue message: a doorbell; the job's row is the truth. */
export interface JobMessage {
  v: 1;
  jobId: string;
}
