/** The frames of a tab's page, in all processes, with the JavaScript realm in which each one's document can be inspected. */
import { z } from "zod";
import { type CDPEvents, type CDPSession, onEnd } from "../devtools/devtools.ts";

/** Chromium's auxiliary data of a realm. The default realm is the one of the document's own scripts. */
const Realm = z.object({ isDefault: z.boolean(), frameId: z.string() });

export interface Frame {
  id: string;
  cdpSession: CDPSession;
  /** Unique id of its document's realm, across all processes. */
  realm: string;
  /** The frame is in the page itself, not in another frame. */
  direct: boolean;
  /** Its origin differs from the page's. */
  foreign: boolean;
  /** The frame has a process of its own. */
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

  /** Follows the frames of a CDP session: the page's own, or that of a frame with a process of its own. */
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

  /** All frames, in the order in which their documents began. */
  all(): Frame[] {
    return [...this.byRealm.values()];
  }

  private begin(
    cdpSession: CDPSession,
    { uniqueId, origin, auxData }: CDPEvents["Runtime.executionContextCreated"]["context"],
  ): void {
    const realm = Realm.safeParse(auxData);
    // The browser's PDF viewer is not a frame of the page.
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
