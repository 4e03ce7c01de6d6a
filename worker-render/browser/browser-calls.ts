/** The remote calls that the Scheduler makes to a browser object. */
import type { Outcome } from "../job/outcome.ts";

export interface BrowserCalls {
  /**
   * Makes one attempt at the job.
   * @param losses number of browsers that the job has lost so far
   * @param isolated render in a browser of its own if there is room, so that a page that crashes it harms no other job
   * @param waitingSince when the job began to wait in the Scheduler's queue, Unix ms; 0 if that is not known
   */
  render(jobId: string, losses: number, isolated: boolean, waitingSince: number): Promise<Outcome>;
  /** Ids of the jobs in progress. After a restart the Scheduler finds lost jobs by them, before their leases end. */
  rendering(): Promise<string[]>;
  /** Prints an empty page. Resolves to null, or to the reason of the failure, for `GET /health`. */
  probe(): Promise<string | null>;
}
