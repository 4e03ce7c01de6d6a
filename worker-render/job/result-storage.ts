/**
 * R2 as the attempts of one browser object see it. After a call has failed, further calls get little time, and no attempt
 * begins before R2 has taken a small object: otherwise each job would be rendered for nothing and lose an attempt.
 */
import { RESULT_PREFIX } from "#store/jobs/results.ts";
import { within } from "../fault/budget.ts";

/** Longest time of a call while R2 is known to be down. */
const FAILING_TIMEOUT_MS = 3_000;

export class ResultStorage {
  readonly bucket: R2Bucket;
  private hasFailed = false;
  private asking: Promise<boolean> | null = null;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  /** The value of a call to R2. Throws R2's error, or after `ms` milliseconds. */
  async call<T>(call: Promise<T>, ms: number): Promise<T> {
    try {
      const value = await within(call, this.hasFailed ? Math.min(ms, FAILING_TIMEOUT_MS) : ms, isSilent);
      this.hasFailed = false;
      return value;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }

  /** Whether R2 takes objects. Asks R2 only after a failure; attempts that begin at the same time share the question. */
  async accepts(): Promise<boolean> {
    if (!this.hasFailed) return true;
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** If the delete fails, the sweep deletes the object: no job has it. */
  private async ask(): Promise<boolean> {
    const key = `${RESULT_PREFIX}probe/${crypto.randomUUID()}`;
    try {
      await this.call(this.bucket.put(key, "probe"), FAILING_TIMEOUT_MS);
      await this.call(this.bucket.delete(key), FAILING_TIMEOUT_MS);
      return true;
    } catch {
      return false;
    }
  }
}

function isSilent(): never {
  throw new Error("R2 does not respond");
}
