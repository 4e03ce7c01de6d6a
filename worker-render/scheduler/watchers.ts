/** Requests that wait for a job's end (`Prefer: wait`). In memory only: after an eviction the caller reads D1 instead. */

/** Number of ended jobs that are remembered, for a request that asks just after the end. */
const MAX_REMEMBERED = 1_000;

export class Watchers {
  private readonly byJob = new Map<string, Set<(row: string | null) => void>>();
  private readonly ended = new Set<string>();

  /** Resolves to the row that `report` gets when the job ends; to null if it has ended already, or after `waitMs`. */
  watch(jobId: string, waitMs: number): Promise<string | null> {
    if (this.ended.has(jobId)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const watchers = this.byJob.get(jobId) ?? new Set();
      this.byJob.set(jobId, watchers);
      const timer = setTimeout(() => leave(null), waitMs);
      const leave = (row: string | null) => {
        clearTimeout(timer);
        watchers.delete(leave);
        if (watchers.size === 0) this.byJob.delete(jobId);
        resolve(row);
      };
      watchers.add(leave);
    });
  }

  /** Resolves all watches of the job. `row`: the completed job as JSON, null for any other end. */
  report(jobId: string, row: string | null): void {
    this.ended.add(jobId);
    const [oldest] = this.ended;
    if (this.ended.size > MAX_REMEMBERED && oldest !== undefined) this.ended.delete(oldest);
    for (const leave of [...(this.byJob.get(jobId) ?? [])]) leave(row);
  }
}
