/** What a page opens beside itself: frames in processes of their own and workers, each checked from its first step. */

import { ignore } from "../devtools/commands.ts";
import type { CDPEvents, CDPSession } from "../devtools/devtools.ts";
import { WORKER_SCRIPT } from "./page-script.ts";

export type Response = CDPEvents["Network.responseReceived"]["response"];

interface Watcher {
  checkResponse(response: Response): void;
  /** Holds the requests of a frame that has a process of its own, as frames of other sites have: the page's session does not. */
  frame(cdpSession: CDPSession): void;
}

/** They outlive their page, which has no way to make one; should it find a way, what it made stays still. */
const NEVER_RUN = new Set(["service_worker", "shared_worker"]);

/** Tells `watcher` about the children of a session's target, and about theirs. */
export async function watchChildren(cdpSession: CDPSession, watcher: Watcher): Promise<void> {
  cdpSession.on("Target.attachedToTarget", ({ sessionId, targetInfo: { type } }) => {
    const child = cdpSession.connection()?.session(sessionId);
    if (child && !NEVER_RUN.has(type)) begin(child, type, watcher);
  });
  await cdpSession.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
}

/** A child stands still until the last of the commands, so that the others are done before its first step. */
function begin(child: CDPSession, type: string, watcher: Watcher): void {
  watchChildren(child, watcher).catch(ignore);
  if (type === "iframe") watcher.frame(child);
  if (type.endsWith("worker")) {
    child.on("Network.responseReceived", ({ response }) => watcher.checkResponse(response));
    child.send("Network.enable").catch(ignore);
    child.send("Runtime.evaluate", { expression: WORKER_SCRIPT }).catch(ignore);
  }
  child.send("Runtime.runIfWaitingForDebugger").catch(ignore);
}
