/** The child targets of a page: frames with a process of their own, and workers. Each one is guarded before it runs. */

import { ignore } from "../devtools/commands.ts";
import type { CDPEvents, CDPSession } from "../devtools/devtools.ts";
import { WORKER_SCRIPT } from "./page-script.ts";

export type Response = CDPEvents["Network.responseReceived"]["response"];

interface Watcher {
  checkResponse(response: Response): void;
  /** Guards a frame with a process of its own, as frames of other sites have. The page's CDP session does not cover it. */
  frame(cdpSession: CDPSession): void;
  /** Called with the CDP session of each worker, before the worker runs. */
  onWorker: (cdpSession: CDPSession) => void;
}

/** Workers that outlive their page. The page cannot start them; if it finds a way, they stay paused. */
const NEVER_RUN = new Set(["service_worker", "shared_worker"]);

/** Reports the child targets of a CDP session to `watcher`, and their children too. */
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

/** A child is paused until the last command, so that the other commands have taken effect before it runs. */
function begin(child: CDPSession, type: string, watcher: Watcher): void {
  watchChildren(child, watcher).catch(ignore);
  if (type === "iframe") watcher.frame(child);
  if (type.endsWith("worker")) {
    child.on("Network.responseReceived", ({ response }) => watcher.checkResponse(response));
    watcher.onWorker(child);
    child.send("Network.enable").catch(ignore);
    child.send("Runtime.evaluate", { expression: WORKER_SCRIPT }).catch(ignore);
  }
  child.send("Runtime.runIfWaitingForDebugger").catch(ignore);
}
