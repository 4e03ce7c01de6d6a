/** Who waits for a job's end. In memory only: who loses the object reads D1 instead. */

/** Ends that are remembered for those who ask just after. */
const REMEMBERED = 1_000;

export class Watchers {
  private readonly byJob = new Map<string, Set<() => void>>();
  private readonly ended = new Set<string>();

  /** True once the job has ended, false after `waitMs`. */
  watch(jobId: string, waitMs: number): Promise<boolean> {
    if (this.ended.has(jobId)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const watchers = this.byJob.get(jobId) ?? new Set();
      this.byJob.set(jobId, watchers);
      const finish = () => leave(true);
      const timer = setTimeout(() => leave(false), waitMs);
      const leave = (ended: boolean) => {
        clearTimeout(timer);
        watchers.delete(finish);
        if (watchers.size === 0) this.byJob.delete(jobId);
        resolve(ended);
      };
      watchers.add(finish);
    });
  }

  tell(jobId: string): void {
    this.ended.add(jobId);
    const [oldest] = this.ended;
    if (this.ended.size > REMEMBERED && oldest !== undefined) this.ended.delete(oldest);
    for (const finish of [...(this.byJob.get(jobId) ?? [])]) finish();
  }
}
