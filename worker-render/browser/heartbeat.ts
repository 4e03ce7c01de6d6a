/** Finds out whether a browser still answers. */
import type { Connection } from "../devtools/devtools.ts";

const STEP_MS = 250;
const MAX_SILENT_STEPS = 8;

/**
 * Whether the browser answers within 2 s. The time is counted in short steps: an isolate that was busy itself for that long
 * has the answer waiting, and reads it before the next step ends.
 */
export async function isAlive(connection: Connection): Promise<boolean> {
  const asked = connection.send("Browser.getVersion").then(
    () => true,
    () => false,
  );
  for (let step = 0; step < MAX_SILENT_STEPS; step += 1) {
    const pause = new Promise<null>((resolve) => setTimeout(() => resolve(null), STEP_MS));
    const answered = await Promise.race([asked, pause]);
    if (answered !== null) return answered;
  }
  return false;
}
