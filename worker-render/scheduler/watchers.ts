/** Who waits for a job's end. In memory only: who loses the object reads D1 instead. */

/** Ends that are remembered for those who ask just after. */
const REMEMBERED = 1_000;

export class Watchers {
  private readonly byJob = new Map<string, Set<(row: string | null) => void>>();
  private readonly ended = new Set<string>();

  /** What `tell` is given once the job has ended; null if it had ended before, or after `waitMs`. */
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

  tell(jobId: string, row: string | null): void {
    this.ended.add(jobId);
    const [oldest] = this.ended;
    if (this.ended.size > REMEMBERED && oldest !== undefined) this.ended.delete(oldest);
    for (const leave of [...(this.byJob.get(jobId) ?? [])]) leave(row);
  }
}
