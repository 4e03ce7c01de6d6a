/** Gets a browser within Cloudflare's limits: a refusal for lack of room is waited out. */
import puppeteer, { type BrowserWorker } from "@cloudflare/puppeteer";
import { type Connection, connect } from "./devtools.ts";

/** Longest wait for room, after which the job goes back to the line without a failed attempt. */
const PATIENCE_MS = 20_000;
/** Keeps the session while jobs are far between; the alarm closes it sooner. */
const KEEP_ALIVE_MS = 600_000;

/** There is no room for another browser at the moment. */
export class NoRoom extends Error {}

export interface Acquired {
  connection: Connection;
  sessionId: string;
}

interface Limits {
  BROWSER: BrowserWorker;
  NEW_BROWSERS_PER_SECOND: string;
}

/** Starts a browser. Throws NoRoom when the limits leave no room for as long as a job may wait. */
export async function acquireBrowser(env: Limits, patienceMs = PATIENCE_MS): Promise<Acquired> {
  const stepMs = 1_000 / Number(env.NEW_BROWSERS_PER_SECOND);
  const endsAt = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { sessionId } = await puppeteer.acquire(env.BROWSER, { keep_alive: KEEP_ALIVE_MS });
      return { connection: await connect(env.BROWSER, sessionId), sessionId };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Several objects may wait at once: they come back at different moments, ever less often.
      const waitMs = stepMs * attempt * (0.5 + Math.random());
      if (Date.now() + waitMs > endsAt) throw new NoRoom("no room for another browser", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Puppeteer gives the status in the text alone. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /code: 429\b/.test(error.message);
}
