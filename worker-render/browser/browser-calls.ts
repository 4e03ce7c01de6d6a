/** What the scheduler asks of a browser object. */
import type { Outcome } from "../job/outcome.ts";

export interface BrowserCalls {
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
