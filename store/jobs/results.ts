/**
 * Keys of results in R2. Each attempt has its own key, so an attempt that lost its lease never overwrites the winner's
 * result.
 */

interface Attempted {
  id: string;
  /** `attempts` of the row as claimed or completed. */
  attempts: number;
}

/** All results are under this prefix. */
export const RESULT_PREFIX = "results/";

/** Key of the latest attempt's result. In a completed job, this attempt completed it. */
export function resultKey({ id, attempts }: Attempted): string {
  return `${RESULT_PREFIX}${id}/${attempts}`;
}

/** Keys of all results that the job's attempts may have stored. */
export function resultKeys({ id, attempts }: Attempted): string[] {
  return Array.from({ length: attempts }, (_, index) => resultKey({ id, attempts: index + 1 }));
}

/** The job and attempt of a key; null if no attempt stores results under it. */
export function parseResultKey(key: string): (Attempted & { key: string }) | null {
  const [, id, attempts] = /^results\/([^/]+)\/(\d+)$/.exec(key) ?? [];
  return id && attempts ? { key, id, attempts: Number(attempts) } : null;
}
