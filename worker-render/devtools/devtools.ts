/**
 * The DevTools connection to a browser: Puppeteer's `Connection` without its `Browser`, which attaches to each tab twice,
 * gets every change of every target, and lets pop-ups run.
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

/** Commands have no deadline of their own: every step of a job has one, and disposing of the tab ends its commands. */
const NO_DEADLINE = 0;

/** How many messages each browser has sent. */
const received = new WeakMap<Connection, number>();

/** Connects to a running browser. Throws when it no longer exists. */
export async function connect(binding: BrowserWorker, sessionId: string): Promise<Connection> {
  const transport = await WorkersWebSocketTransport.create(binding, sessionId);
  const connection = new Connection("", transport, 0, NO_DEADLINE);
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    received.set(connection, messagesFrom(connection) + 1);
    receive?.(message);
  };
  return connection;
}

/** The number of messages that the browser has sent so far: responses and events of all its tabs. */
export function messagesFrom(connection: Connection): number {
  return received.get(connection) ?? 0;
}

/**
 * First address of a new tab. The tab is paused before it, so no document is made: one would cost a seventh of a tiny PDF's
 * processor time. Full Chromium does not pause there, and shows this empty page, which needs no network.
 */
export const NOWHERE = "data:,";

/**
 * Place of a new tab's window on the screen, in px. The headless shell puts it under the mouse, which is at 0, 0: what is at the
 * top left of a page would look as if a visitor pointed at it. Full Chromium refuses a place for a tab in a window that it has.
 */
const BESIDE_MOUSE = { newWindow: true, left: 1, top: 1 };

/**
 * Opens a page that is paused before its first document, and waits for its CDP session: the connection attaches to each new
 * page by itself. Chromium responds to many commands for the page only after it is resumed.
 */
export async function openTarget(
  connection: Connection,
  browserContextId: string,
): Promise<{ cdpSession: CDPSession; targetId: string }> {
  const attached = new Promise<CDPSession>((resolve) => {
    const attach = ({ sessionId, targetInfo }: CDPEvents["Target.attachedToTarget"]) => {
      const cdpSession = connection.session(sessionId);
      if (targetInfo.browserContextId !== browserContextId || !cdpSession) return;
      connection.off("Target.attachedToTarget", attach);
      resolve(cdpSession);
    };
    connection.on("Target.attachedToTarget", attach);
  });
  const { targetId } = await connection.send("Target.createTarget", {
    url: NOWHERE,
    browserContextId,
    ...BESIDE_MOUSE,
  });
  return { cdpSession: await attached, targetId };
}

/**
 * Navigates a page, and resumes it if it is paused. Commands that were sent to its CDP session before take effect before the
 * document begins. Resolves when the document is about to begin, or with `errorText` if it cannot.
 */
export async function leadTo(
  cdpSession: CDPSession,
  url: string,
  referrer = "",
): Promise<{ errorText?: string }> {
  const [response] = await Promise.all([
    cdpSession.send("Page.navigate", { url, ...(referrer && { referrer }) }),
    cdpSession.send("Runtime.runIfWaitingForDebugger"),
  ]);
  return response;
}

/** Calls `ended` once, when the CDP session's target is gone. A session that was never attached never ends. */
export function onEnd(cdpSession: CDPSession, ended: () => void): void {
  const connection = cdpSession.connection();
  const detached = (other: CDPSession) => {
    if (other.id() !== cdpSession.id()) return;
    connection?.off(CDPSessionEvent.SessionDetached, detached);
    ended();
  };
  connection?.on(CDPSessionEvent.SessionDetached, detached);
}

/** Calls `ended` when the connection ends. Without it the browser cannot be used any more. */
export function onDisconnect(connection: Connection, ended: () => void): void {
  connection.once(CDPSessionEvent.Disconnected, ended);
}

/** Closes the browser. Ignores an error, because the connection may end before the response arrives. */
export async function closeBrowser(connection: Connection): Promise<void> {
  await connection.send("Browser.close").catch(() => undefined);
}
