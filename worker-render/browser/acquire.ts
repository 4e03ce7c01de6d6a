/** Starts a browser within Cloudflare's limits. A browser that was started but cannot be used is ended. */
import puppeteer, { type BrowserWorker } from "@cloudflare/puppeteer";
import { log } from "#log/log.ts";
import { type Connection, connect } from "../devtools/devtools.ts";
import { within } from "../fault/budget.ts";

/** A start takes 0.1 s on one machine and 2 to 4 s at Cloudflare. */
const TIMEOUTS = {
  /** Longest wait for room. After it the job returns to the queue, and the attempt does not count. */
  roomMs: 20_000,
  startMs: 15_000,
  connectMs: 10_000,
};
type Timeouts = typeof TIMEOUTS;
const END_TIMEOUT_MS = 10_000;
/** Browser Run closes a browser that is unused for this long (its maximum); our alarm closes it sooner. */
const KEEP_ALIVE_MS = 600_000;

/** Browser Run has no room for another browser at the moment. */
export class NoRoom extends Error {}

export interface RemoteBrowser {
  connection: Connection;
  /** Browser Run's id of the browser, which it calls a session. */
  sessionId: string;
  /** Ends the browser, whether it responds or not. Never rejects. */
  end(): Promise<void>;
}

interface Limits {
  BROWSER: BrowserWorker;
  NEW_BROWSERS_PER_SECOND: string;
}

/**
 * Starts a browser and connects to it.
 * @throws NoRoom when there was no room for `roomMs`. Any other error is thrown at once.
 */
export async function acquireBrowser(env: Limits, timeouts: Partial<Timeouts> = {}): Promise<RemoteBrowser> {
  const { roomMs, startMs, connectMs } = { ...TIMEOUTS, ...timeouts };
  const stepMs = 1_000 / Number(env.NEW_BROWSERS_PER_SECOND);
  const endsAt = Date.now() + roomMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connectBrowser(env.BROWSER, await acquireSession(env.BROWSER, startMs), connectMs);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Several browser objects may wait at once: a random part keeps their retries apart.
      const waitMs = stepMs * attempt * (0.5 + Math.random());
      if (Date.now() + waitMs > endsAt) {
        throw new NoRoom("There is no room for another browser.", { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Connects to a running browser. If that fails, the browser is ended, because it would stay open and be billed. */
export async function connectBrowser(
  binding: BrowserWorker,
  sessionId: string,
  connectMs = TIMEOUTS.connectMs,
): Promise<RemoteBrowser> {
  const end = () => endSession(binding, sessionId);
  const connecting = connect(binding, sessionId);
  try {
    const connection = await within(connecting, connectMs, () => {
      connecting.then((late) => late.dispose()).catch(() => undefined);
      throw new Error("The connection to the browser was not made in time.");
    });
    return { connection, sessionId, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function acquireSession(binding: BrowserWorker, startMs: number): Promise<string> {
  const acquiring = puppeteer.acquire(binding, { keep_alive: KEEP_ALIVE_MS });
  const { sessionId } = await within(acquiring, startMs, () => {
    acquiring.then((late) => endSession(binding, late.sessionId)).catch(() => undefined);
    throw new Error("The browser did not start in time.");
  });
  return sessionId;
}

/**
 * Ends a browser through Browser Run's API, because a browser that hangs does not obey `Browser.close`. Never rejects.
 * @see https://developers.cloudflare.com/api/resources/browser_rendering (delete a browser session)
 */
export async function endSession(binding: BrowserWorker, sessionId: string): Promise<void> {
  const url = `https://browser.invalid/v1/devtools/browser/${sessionId}`;
  const ending = binding.fetch(url, { method: "DELETE" }).then((response) => response.body?.cancel());
  await within(ending, END_TIMEOUT_MS, () => undefined).catch((error: unknown) => {
    log.warn("A browser could not be ended.", { event: "browser_end_failed", error });
  });
}

/** Browser Run's limits: 429 for its rates, 503 for "No browser available". Puppeteer has the status in its message only. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /code: (?:429|503)\b/.test(error.message);
}
