/**
 * Keys of inputs in R2: the HTML or Markdown of a job. It is stored before the job is admitted, and deleted when the job
 * ends, so an admitted job always finds it. What a crash leaves is deleted by the sweep.
 */

/** All inputs are under this prefix. */
export const INPUT_PREFIX = "inputs/";

export function inputKey(jobId: string): string {
  return INPUT_PREFIX + jobId;
}

/** The job of a key. */
export function jobOfInput(key: string): string {
  return key.slice(INPUT_PREFIX.length);
}
