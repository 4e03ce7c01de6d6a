/**
 * Turns of large bands. While one is joined and stored, five times its bytes are alive, and a Worker has 128 MB for all
 * its tabs.
 */

/** A job that has been given up may never end its turn. A band of noise takes a second. */
export const MAX_TURN_MS = 10_000;

let last: Promise<void> = Promise.resolve();

/** Resolves when all turns that were asked for before have ended. Call the result to end this one; it ends by itself, too. */
export async function takeTurn(): Promise<() => void> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  const timer = setTimeout(resolve, MAX_TURN_MS);
  return () => {
    clearTimeout(timer);
    resolve();
  };
}
