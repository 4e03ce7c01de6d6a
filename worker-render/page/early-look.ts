/**
 * The first look at a document without scripts and frames: it looks at itself when it has loaded, which saves a round trip.
 * The way to the Worker is taken off the window before the page runs, because a message of a page may have any size.
 */
import { ignore } from "../devtools/commands.ts";
import { asJson, call, Expression, MAX_VALUE_CHARS, Navigated } from "../devtools/in-page.ts";
import type { Tab } from "../tab/tab.ts";
import lookAtLoadInPage from "./look-at-load.in-page.js";

interface Looking {
  /** When it began, Unix ms. */
  since: number;
  /**
   * The look as JSON text; null if the document refreshes, so that it has to be asked. Rejects with Navigated when the
   * document is replaced first.
   */
  json: Promise<string | null>;
}

export class EarlyLook {
  private readonly tab: Tab;
  private readonly expression: string;
  /** A name that no page can know. */
  private readonly binding = `platen_${crypto.randomUUID()}`;
  private looking: (Looking & Omit<PromiseWithResolvers<string | null>, "promise">) | null = null;
  private isTaken = false;

  /** `expression`: source of the look. */
  constructor(tab: Tab, expression: string) {
    this.tab = tab;
    this.expression = expression;
    const { cdpSession, targetId } = tab;
    cdpSession.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === this.binding) this.receive(payload);
    });
    // It comes before the look, because Chromium starts the timer of a refresh at the load event.
    cdpSession.on("Page.frameScheduledNavigation", ({ frameId }) => {
      if (frameId === targetId) this.looking?.resolve(null);
    });
    cdpSession.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id === targetId) this.end();
    });
  }

  /** Adds the look to the documents to come. */
  async prepare(): Promise<void> {
    const { cdpSession } = this.tab;
    const look = new Expression(asJson(this.expression));
    await Promise.all([
      cdpSession.send("Runtime.addBinding", { name: this.binding }),
      cdpSession.send("Page.addScriptToEvaluateOnNewDocument", {
        // In strict mode, no function of the page that ours call can reach ours.
        source: `"use strict";${call(lookAtLoadInPage, this.binding, MAX_VALUE_CHARS, look)}`,
      }),
    ]);
  }

  /** The look that the newest document has begun, once; null if it has scripts or frames, or has not loaded. */
  take(): Looking | null {
    if (this.isTaken) return null;
    this.isTaken = this.looking !== null;
    return this.looking;
  }

  /** The first message of a document is empty: its look begins. It comes before the load event. */
  private receive(payload: string): void {
    if (payload !== "") {
      this.looking?.resolve(payload);
      return;
    }
    this.end();
    const { promise: json, resolve, reject } = Promise.withResolvers<string | null>();
    json.catch(ignore);
    this.looking = { since: Date.now(), json, resolve, reject };
  }

  private end(): void {
    this.looking?.reject(new Navigated());
    this.looking = null;
    this.isTaken = false;
  }
}
