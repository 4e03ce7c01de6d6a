/** The frames of a tab's page, in whatever process they are: the realm of each document, where it can be asked. */
import { z } from "zod";
import { type CDPEvents, type CDPSession, onEnd } from "../devtools/devtools.ts";

/** What Chromium says of a realm. The default one is the document's own. */
const Realm = z.object({ isDefault: z.boolean(), frameId: z.string() });

export interface Frame {
  id: string;
  cdpSession: CDPSession;
  /** Of its document's realm, across all processes. */
  realm: string;
  /** Stands in the page itself, not in another frame. */
  direct: boolean;
  /** Its origin is not the page's. */
  foreign: boolean;
  /** Has a process of its own. */
  isolated: boolean;
}

export class Frames {
  private readonly page: CDPSession;
  private readonly mainFrame: string;
  private origin = "";
  private readonly byRealm = new Map<string, Frame>();
  private readonly parents = new Map<string, string>();

  constructor(page: CDPSession, mainFrame: string) {
    this.page = page;
    this.mainFrame = mainFrame;
    this.follow(page);
  }

  /** Learns of the frames of a session: the page's own, or a frame's that has a process of its own. */
  follow(cdpSession: CDPSession): void {
    cdpSession.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
      this.parents.set(frameId, parentFrameId);
    });
    cdpSession.on("Runtime.executionContextCreated", ({ context }) => this.begin(cdpSession, context));
    cdpSession.on("Runtime.executionContextDestroyed", ({ executionContextUniqueId: realm }) => {
      this.byRealm.delete(realm);
    });
    const clear = () => {
      for (const [realm, frame] of this.byRealm)
        if (frame.cdpSession === cdpSession) this.byRealm.delete(realm);
    };
    cdpSession.on("Runtime.executionContextsCleared", clear);
    onEnd(cdpSession, clear);
  }

  /** In the order in which their documents began. */
  all(): Frame[] {
    return [...this.byRealm.values()];
  }

  private begin(
    cdpSession: CDPSession,
    { uniqueId, origin, auxData }: CDPEvents["Runtime.executionContextCreated"]["context"],
  ): void {
    const realm = Realm.safeParse(auxData);
    // The browser's own PDF viewer is no frame of the page.
    if (!realm.success || !realm.data.isDefault || origin.startsWith("chrome-extension:")) return;
    const { frameId } = realm.data;
    if (frameId === this.mainFrame) {
      this.origin = origin;
      return;
    }
    this.byRealm.set(uniqueId, {
      id: frameId,
      cdpSession,
      realm: uniqueId,
      direct: this.parents.get(frameId) === this.mainFrame,
      foreign: origin !== this.origin,
      isolated: cdpSession !== this.page,
    });
  }
}
