/**
 * Runs a script of the job as the body of an async function, and waits for its end.
 * @param {string} text
 * @returns the script's error, cut; null if it has none
 */
export default async function run(text) {
  const MAX_ERROR_CHARS = 200;
  try {
    const AsyncFunction = /** @type {any} */ ((async () => {}).constructor);
    await new AsyncFunction(text)();
    return null;
  } catch (cause) {
    return `${cause}`.slice(0, MAX_ERROR_CHARS);
  }
}
