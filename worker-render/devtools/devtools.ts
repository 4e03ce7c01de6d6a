/**
 * The DevTools connection with a browser. Puppeteer's connection alone, without its `Browser`: that one attaches to each tab
 * twice, is told of every change of every target, and lets pop-ups run.
 */
import type { BrowserWorker } from "@cloudflare/puppeteer";
import {
  type CDPEvents,
  type CDPSession,
  CDPSessionEvent,
} from "@cloudflare/puppeteer/internal/api/CDPSession.js";
import { Connection } from "@cloudflare/puppeteer/internal/cdp/Connection.js";
import { WorkersWebSocketTransport } from "@cloudflare/puppeteer/internal/cloudflare/WorkersWebSocketTransport.js";

export type { CDPEvents, CDPSession } from "@cloudflare/puppeteer/internal/api/CDPSession.js";
export type { Connection };

/** Commands have no deadline of their own: every step of a job has one, and a tab that is thrown away ends them all. */
const NO_DEADLINE = 0;

/** Connects to a browser that runs. Throws when there is none of this id any more. */
export async function connect(binding: BrowserWorker, sessionId: string): Promise<Connection> {
  const transport = await WorkersWebSocketTransport.create(binding, sessionId);
  return new Connection("", transport, 0, NO_DEADLINE);
}

/**
 * What a page is held before: its process starts, but no document is made, which would take a seventh of a tiny PDF's
 * processor time. Full Chromium does not hold it, and shows this: an empty page that needs no network.
 */
export const NOWHERE = "data:,";

/**
 * A page that stands still before its first document, and the session that the connection has with it: one that attaches
 * to every page by itself, and holds it. Much of what is asked of the page is answered only once it is let go.
 */
export async function openTarget(
  connection: Connection,
  browserContextId: string,
): Promise<{ cdpSession: CDPSession; targetId: string }> {
  const attached = new Promise<CDPSession>((resolve) => {
    const meet = ({ sessionId, targetInfo }: CDPEvents["Target.attachedToTarget"]) => {
      const cdpSession = connection.session(sessionId);
      if (targetInfo.browserContextId !== browserContextId || !cdpSession) return;
      connection.off("Target.attachedToTarget", meet);
      resolve(cdpSession);
    };
    connection.on("Target.attachedToTarget", meet);
  });
  const { targetId } = await connection.send("Target.createTarget", { url: NOWHERE, browserContextId });
  return { cdpSession: await attached, targetId };
}

/**
 * Sends a page to an address, and lets it go if it is held. All that was sent to its session before is done before the
 * document begins. The answer comes when it is about to begin, or cannot.
 */
export async function leadTo(cdpSession: CDPSession, url: string): Promise<{ errorText?: string }> {
  const [response] = await Promise.all([
    cdpSession.send("Page.navigate", { url }),
    cdpSession.send("Runtime.runIfWaitingForDebugger"),
  ]);
  return response;
}

/** Calls `ended` once, when the session's target is gone; a session that never was attached never ends. */
export function onEnd(cdpSession: CDPSession, ended: () => void): void {
  const connection = cdpSession.connection();
  const detached = (other: CDPSession) => {
    if (other.id() !== cdpSession.id()) return;
    connection?.off(CDPSessionEvent.SessionDetached, detached);
    ended();
  };
  connection?.on(CDPSessionEvent.SessionDetached, detached);
}

/** Calls `ended` when the connection is, and with it the browser as far as anyone here can tell. */
export function onDisconnect(connection: Connection, ended: () => void): void {
  connection.once(CDPSessionEvent.Disconnected, ended);
}

/** Ends the browser. Its answer may be cut off by the very end that was asked for. */
export async function closeBrowser(connection: Connection): Promise<void> {
  await connection.send("Browser.close").catch(() => undefined);
}
