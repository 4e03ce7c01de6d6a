/**
 * Keys of results in R2. Each attempt has its own key, so an attempt that lost its lease never overwrites the winner's
 * result.
 */

interface Attempted {
  id: string;
  /** `attempts` of the row as claimed or completed. */
  attempts: number;
}

/** Key of the latest attempt's result. In a completed job, this attempt completed it. */
export function resultKey({ id, attempts }: Attempted): string {
  return `results/${id}/${attempts}`;
}

/** Keys of all results that the job's attempts may have stored. */
export function resultKeys({ id, attempts }: Attempted): string[] {
  return Array.from({ length: attempts }, (_, index) => resultKey({ id, attempts: index + 1 }));
}
