/** Of one browser: the pop-ups of its tabs, which never load anything, and are closed. */
import type { Connection } from "../browser/devtools.ts";
import { gone, optional } from "./commands.ts";

/**
 * What the browser holds before its first step, each with a session of its own: pages, and workers that outlive theirs.
 * A page of ours is let go once it is guarded. All else stays still until its context ends.
 */
const HELD = ["page", "service_worker", "shared_worker"].map((type) => ({ type }));

interface Tab {
  targetId: string;
  /** Called for each pop-up. */
  opened(): void;
}

export class Popups {
  /** By browser context: the one tab that belongs there. */
  private readonly tabs = new Map<string, Tab>();
  /** Contexts by the target of a pop-up, which is also the id of its main frame. */
  private readonly known = new Map<string, string>();
  private readonly connection: Connection;

  private constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Once for a connection, before the first tab is made. */
  static async hold(connection: Connection): Promise<Popups> {
    const popups = new Popups(connection);
    await Promise.all([
      popups.holdDocuments(),
      connection.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: HELD,
      }),
    ]);
    return popups;
  }

  /** From now on, any other page in the browser context is a pop-up. */
  watch(contextId: string, tab: Tab): void {
    this.tabs.set(contextId, tab);
  }

  /** Once the browser context is gone, and not before: its pop-ups go after its tab. */
  forget(contextId: string): void {
    this.tabs.delete(contextId);
    for (const [targetId, context] of this.known) if (context === contextId) this.known.delete(targetId);
  }

  /**
   * A pop-up that is closed while it stands still takes its first step all the same, so documents are also held at the
   * level of the browser, where the ones of pop-ups end.
   */
  private async holdDocuments(): Promise<void> {
    const { connection, known } = this;
    connection.on("Target.attachedToTarget", ({ targetInfo }) => {
      const { type, targetId, browserContextId = "" } = targetInfo;
      const tab = this.tabs.get(browserContextId);
      if (type !== "page" || !tab || tab.targetId === targetId) return;
      known.set(targetId, browserContextId);
      connection.send("Target.closeTarget", { targetId }).catch(gone);
      tab.opened();
    });
    connection.on("Fetch.requestPaused", ({ requestId, frameId }) => {
      const answer = known.has(frameId)
        ? connection.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" })
        : connection.send("Fetch.continueRequest", { requestId });
      answer.catch(gone);
    });
    await optional(
      connection.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document" }] }),
    );
  }
}
