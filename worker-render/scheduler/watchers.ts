/** Requests that wait for a job's end (`Prefer: wait`). In memory only: after an eviction the caller reads D1 instead. */
import { NOT_WATCHED } from "#contract/job/scheduling.ts";
import { LIMITS } from "#contract/limits.ts";

/** Number of ended jobs that are remembered, for a request that asks just after the end. */
const MAX_REMEMBERED = 1_000;

export class Watchers {
  private readonly byJob = new Map<string, Set<(row: string | null) => void>>();
  private readonly ended = new Set<string>();
  /** How many wait, by account. */
  private readonly waits = new Map<string, number>();

  /**
   * Resolves to the row that `report` gets when the job ends; to null if it has ended already, or after `waitMs`; at once to
   * NOT_WATCHED if LIMITS.waitsPerAccount requests of the account wait.
   */
  watch(jobId: string, accountId: string, waitMs: number): Promise<string | null> {
    if (this.ended.has(jobId)) return Promise.resolve(null);
    const waits = this.waits.get(accountId) ?? 0;
    if (waits >= LIMITS.waitsPerAccount) return Promise.resolve(NOT_WATCHED);
    this.waits.set(accountId, waits + 1);
    return new Promise((resolve) => {
      const watchers = this.byJob.get(jobId) ?? new Set();
      this.byJob.set(jobId, watchers);
      const timer = setTimeout(() => leave(null), waitMs);
      const leave = (row: string | null) => {
        clearTimeout(timer);
        watchers.delete(leave);
        if (watchers.size === 0) this.byJob.delete(jobId);
        this.forgetWait(accountId);
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

  private forgetWait(accountId: string): void {
    const waits = (this.waits.get(accountId) ?? 0) - 1;
    if (waits > 0) this.waits.set(accountId, waits);
    else this.waits.delete(accountId);
  }
}
