/** What the scheduler asks of a browser object. */

/**
 * How a job left the browser.
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

export interface SessionCalls {
  /**
   * `losses`: how many browsers the job has lost so far. `isolated`: it gets a browser of its own, where there is room for
   * one, so that a page that ends its browser harms no other job.
   */
  render(jobId: string, losses: number, isolated: boolean): Promise<Outcome>;
  /** The jobs that it holds now, so that what a restart has lost is known at once and not by a lease's end. */
  rendering(): Promise<string[]>;
  /** Prints an empty page. Resolves to null, or to the reason why that failed. */
  probe(): Promise<string | null>;
}
