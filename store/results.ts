/** Where a job's result lies in R2. */

export function resultKey(jobId: string): string {
  return `results/${jobId}`;
}
