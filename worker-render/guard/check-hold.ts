/**
 * Checks that a browser lets the guard hold every request. Chromium does, but a service that runs browsers for others may refuse the
 * commands. Such a browser gets no job: interception by page does not hold the requests of pop-ups and of pages that end.
 */
import { ProtocolError, TargetCloseError } from "@cloudflare/puppeteer/internal/common/Errors.js";
import { ignore } from "../devtools/commands.ts";
import { type CDPEvents, type Connection, leadTo, openTarget } from "../devtools/devtools.ts";
import { within } from "../fault/budget.ts";

/** A request takes 30 ms on an idle machine. */
const TIMEOUT_MS = 10_000;
/** The name never resolves, so the request goes nowhere even if it is not held. */
const PROBE_URL = "http://guard-check.invalid/";

/** The guard cannot work in this browser. */
export class GuardRefused extends Error {}

/** Makes the browser's refusal of a command a GuardRefused. A lost browser stays what it is. */
export function refusedBy(error: unknown): never {
  if (!(error instanceof ProtocolError) || error instanceof TargetCloseError) throw error;
  throw new GuardRefused("The browser refuses to hold the requests of all its pages.", { cause: error });
}

/** Opens a page in a context of its own, and waits until its first request is held. Throws GuardRefused. */
export async function checkHold(connection: Connection, timeoutMs = TIMEOUT_MS): Promise<void> {
  const { browserContextId } = await connection.send("Target.createBrowserContext");
  try {
    await within(requestHeld(connection, browserContextId), timeoutMs, () => {
      throw new GuardRefused("The browser does not hold requests, although it has accepted the commands.");
    });
  } finally {
    connection.send("Target.disposeBrowserContext", { browserContextId }).catch(ignore);
  }
}

async function requestHeld(connection: Connection, browserContextId: string): Promise<void> {
  const { cdpSession } = await openTarget(connection, browserContextId);
  await new Promise<void>((resolve) => {
    const paused = ({ request }: CDPEvents["Fetch.requestPaused"]) => {
      if (request.url !== PROBE_URL) return;
      connection.off("Fetch.requestPaused", paused);
      resolve();
    };
    connection.on("Fetch.requestPaused", paused);
    leadTo(cdpSession, PROBE_URL).catch(ignore);
  });
}
