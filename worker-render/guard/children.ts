/** What a page opens beside itself: pop-ups are closed before they load, workers and frames checked from their first step. */
import type { CDPEvents, CDPSession } from "@cloudflare/puppeteer";
import { optional } from "./optional.ts";
import { WORKER_SCRIPT } from "./page-script.ts";

export type Connection = NonNullable<ReturnType<CDPSession["connection"]>>;
type Attached = CDPEvents["Target.attachedToTarget"];
export type Response = CDPEvents["Network.responseReceived"]["response"];

interface Watcher {
  popup(): void;
  response(response: Response): void;
  /** Holds the requests of a frame that has a process of its own, as frames of other sites have: the page's session does not. */
  frame(session: CDPSession): void;
}

/** Of each connection: who is told about the children in a browser context. */
const watchersOf = new WeakMap<Connection, Map<string, Watcher>>();

/** Tells `watcher` about the children that the pages of a browser context open. */
export async function watchChildren(
  connection: Connection,
  contextId: string,
  watcher: Watcher,
): Promise<void> {
  const known = watchersOf.get(connection);
  const watchers = known ?? new Map<string, Watcher>();
  watchers.set(contextId, watcher);
  if (known) return;
  watchersOf.set(connection, watchers);
  connection.on("sessionattached", (session) => {
    session.on("Target.attachedToTarget", (event) => meetChild(connection, event, watchers));
  });
  await holdPopups(connection, watchers);
}

/** When the browser context is gone. */
export function unwatchChildren(connection: Connection, contextId: string): void {
  watchersOf.get(connection)?.delete(contextId);
}

/**
 * A pop-up's first request leaves before anyone can attach to its page, so documents are also held at the level of the
 * browser, where the ones of pop-ups end.
 */
async function holdPopups(connection: Connection, watchers: Map<string, Watcher>): Promise<void> {
  const popups = new Set<string>();
  connection.on("Target.targetCreated", ({ targetInfo }) => {
    const { type, targetId, openerId, openerFrameId, browserContextId } = targetInfo;
    const watcher = browserContextId === undefined ? undefined : watchers.get(browserContextId);
    if (type !== "page" || !watcher || !(openerId ?? openerFrameId)) return;
    popups.add(targetId);
    connection.send("Target.closeTarget", { targetId }).catch(gone);
    watcher.popup();
  });
  connection.on("Target.targetDestroyed", ({ targetId }) => popups.delete(targetId));
  connection.on("Fetch.requestPaused", ({ requestId, frameId }) => {
    const answer = popups.has(frameId)
      ? connection.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" })
      : connection.send("Fetch.continueRequest", { requestId });
    answer.catch(gone);
  });
  await optional(
    connection.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document" }] }),
  );
}

/**
 * A worker or frame stands still until puppeteer lets it run. This listener is there first (it is added as each session appears,
 * before puppeteer adds its own), so what it sends is done before the child's first step.
 */
function meetChild(
  connection: Connection,
  { sessionId, targetInfo }: Attached,
  watchers: Map<string, Watcher>,
): void {
  const { type, browserContextId } = targetInfo;
  const watcher = browserContextId === undefined ? undefined : watchers.get(browserContextId);
  const session: CDPSession | null = connection.session(sessionId);
  if (!watcher || !session) return;
  if (type === "iframe") watcher.frame(session);
  if (!type.endsWith("worker")) return;
  session.on("Network.responseReceived", ({ response }) => watcher.response(response));
  session.send("Network.enable").catch(gone);
  session.send("Runtime.evaluate", { expression: WORKER_SCRIPT }).catch(gone);
}

/** The target has ended before the command reached it. */
function gone(): void {}
