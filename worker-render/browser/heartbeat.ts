/** Checks whether a browser still responds. */
import { type Connection, messagesFrom } from "../devtools/devtools.ts";
import { isEncoding } from "../devtools/encoding.ts";

const STEP_MS = 250;
const MAX_SILENT_STEPS = 8;
const MAX_STEPS = 80;

/**
 * Whether the browser responds within 20 s, and is never silent for 2 s before. Its response to us waits behind the events of
 * its tabs, and a page can cause thousands at once. While it encodes a picture, which has a deadline of its own, it may be silent.
 * The time is counted in short steps: if this isolate itself was busy for that long, messages are read before the next step ends.
 */
export async function isAlive(connection: Connection): Promise<boolean> {
  const asked = connection.send("Browser.getVersion").then(
    () => true,
    () => false,
  );
  for (let [steps, silentSteps] = [0, 0]; silentSteps < MAX_SILENT_STEPS && steps < MAX_STEPS; ) {
    const before = messagesFrom(connection);
    const pause = new Promise<null>((resolve) => setTimeout(() => resolve(null), STEP_MS));
    const responded = await Promise.race([asked, pause]);
    if (responded !== null) return responded;
    const isBusy = isEncoding(connection);
    if (!isBusy) steps += 1;
    silentSteps = isBusy || messagesFrom(connection) > before ? 0 : silentSteps + 1;
  }
  return false;
}
