/**
 * How an attempt ended, as the browser object reports it to the Scheduler.
 * - `completed`: the job is completed. `row` is its row as JSON.
 * - `final`: the job has ended in another way, or was no longer pending.
 * - `again`: the job is pending again, and the attempt counts.
 * - `lost`: the browser was lost. The job is pending again, and the attempt does not count.
 * - `busy`: no browser could be started, or R2 takes no results. The job was not claimed.
 *
 * `reason` is a short code for the log and for `GET /health`.
 */
export type Outcome =
  | { kind: "completed"; row: string }
  | { kind: "final" }
  | { kind: "again" | "lost" | "busy"; reason: string };

/** Reason of `busy` while R2 takes no results. */
export const STORAGE_UNAVAILABLE = "storage_unavailable";
