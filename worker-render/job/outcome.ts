/**
 * How a job left the browser, as the scheduler learns it.
 * - `completed`: with its row as JSON.
 * - `final`: it has ended in another way, or was not pending any more.
 * - `again`: it is pending again after a counted attempt.
 * - `lost`: its browser was lost; it is pending again, and the attempt does not count.
 * - `busy`: no browser could be had; the job was not claimed.
 * `reason` is a word for the log and for `GET /health`.
 */
export type Outcome =
  | { kind: "completed"; row: string }
  | { kind: "final" }
  | { kind: "again" | "lost" | "busy"; reason: string };
