/**
 * Keys of results and their thumbnails in R2. Each attempt has its own keys, so an attempt that lost its lease never
 * overwrites the winner's result.
 */

interface Attempted {
  id: string;
  /** `attempts` of the row as claimed or completed. */
  attempts: number;
}

/** All results are under this prefix. */
export const RESULT_PREFIX = "results/";

/** R2 deletes at most this many objects in one call. */
const MAX_KEYS = 1_000;

/** Key of the latest attempt's result. In a completed job, this attempt completed it. */
export function resultKey({ id, attempts }: Attempted): string {
  return `${RESULT_PREFIX}${id}/${attempts}`;
}

/** Key of the thumbnail that belongs to the result, if the job has one. */
export function thumbnailKey(attempted: Attempted): string {
  return `${resultKey(attempted)}-thumbnail`;
}

/** Keys of everything that the job's attempts may have stored. */
function resultKeys({ id, attempts }: Attempted): string[] {
  return Array.from({ length: attempts }, (_, index) => ({ id, attempts: index + 1 })).flatMap((one) => [
    resultKey(one),
    thumbnailKey(one),
  ]);
}

/** Deletes everything that the jobs' attempts may have stored. */
export async function deleteResults(
  bucket: { delete(keys: string[]): Promise<void> },
  jobs: readonly Attempted[],
): Promise<void> {
  const keys = jobs.flatMap(resultKeys);
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    await bucket.delete(keys.slice(from, from + MAX_KEYS));
  }
}

/** The job and attempt of a key; null if no attempt stores results under it. */
export function parseResultKey(key: string): (Attempted & { key: string }) | null {
  const [, id, attempts] = /^results\/([^/]+)\/(\d+)(?:-thumbnail)?$/.exec(key) ?? [];
  return id && attempts ? { key, id, attempts: Number(attempts) } : null;
}
