/** Checks whether a browser still responds. */
import type { Connection } from "../devtools/devtools.ts";
import { isEncoding } from "../devtools/encoding.ts";

const STEP_MS = 250;
const MAX_SILENT_STEPS = 8;

/**
 * Whether the browser responds within 2 s. While it encodes a picture, which has a deadline of its own, the 2 s do not start. The
 * time is counted in short steps: if this isolate itself was busy for that long, the response is read before the next step ends.
 */
export async function isAlive(connection: Connection): Promise<boolean> {
  const asked = connection.send("Browser.getVersion").then(
    () => true,
    () => false,
  );
  for (let silentSteps = 0; silentSteps < MAX_SILENT_STEPS; ) {
    const pause = new Promise<null>((resolve) => setTimeout(() => resolve(null), STEP_MS));
    const responded = await Promise.race([asked, pause]);
    if (responded !== null) return responded;
    silentSteps = isEncoding(connection) ? 0 : silentSteps + 1;
  }
  return false;
}
