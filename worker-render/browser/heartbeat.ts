/** Checks whether a browser still responds. */
import type { Connection } from "../devtools/devtools.ts";

const STEP_MS = 250;
const MAX_SILENT_STEPS = 8;

/**
 * Whether the browser responds within 2 s. The time is counted in short steps: if this isolate itself was busy for that long,
 * the response has arrived meanwhile and is read before the next step ends.
 */
export async function isAlive(connection: Connection): Promise<boolean> {
  const response = connection.send("Browser.getVersion").then(
    () => true,
    () => false,
  );
  for (let step = 0; step < MAX_SILENT_STEPS; step += 1) {
    const pause = new Promise<null>((resolve) => setTimeout(() => resolve(null), STEP_MS));
    const result = await Promise.race([response, pause]);
    if (result !== null) return result;
  }
  return false;
}
