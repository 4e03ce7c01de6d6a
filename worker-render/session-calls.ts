/** What the scheduler asks of a browser object. */

/**
 * How a job left the browser. `completed`: with its row as JSON. `final`: it has ended in another way, or was not pending any
 * more. `again`: the fault was ours and the job is pending again. `busy`: no browser could be had; the job was not claimed,
 * so no attempt is counted.
 */
export type Outcome = { kind: "completed"; row: string } | { kind: "final" | "again" | "busy" };

export interface SessionCalls {
  render(jobId: string): Promise<Outcome>;
  /** The jobs that it holds now, so that what a restart has lost is known at once and not by a lease's end. */
  rendering(): Promise<string[]>;
}
