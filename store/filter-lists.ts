/** Keys of the filter lists in R2. worker-render writes them each week, and worker-api reports a failure. */

/** Key prefix of all filter lists. Results have another one. */
const PREFIX = "lists/";

/** Exists while the newest attempt to read the lists has failed. */
export const LISTS_FAILURE_KEY = `${PREFIX}failure`;

/** Key of a list as a serialised engine. Another version of the engine cannot read it, so each version has its own. */
export function listKey(name: string, engineVersion: number): string {
  return `${PREFIX}${engineVersion}/${name}`;
}
