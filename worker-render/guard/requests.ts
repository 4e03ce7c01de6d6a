/**
 * Request interception of one browser: every request is held until the guard of its tab has decided. A request that belongs
 * to no tab is refused, so a pop-up loads nothing, whatever its opener does with it.
 */
import { LIMITS } from "#contract/limits.ts";
import { ignore } from "../devtools/commands.ts";
import type { CDPEvents, CDPSession, Connection } from "../devtools/devtools.ts";
import { refusedBy } from "./check-hold.ts";
import type { HeaderEntry } from "./own-origin.ts";
import type { GuardPolicy } from "./policy.ts";
import { type Paused, type Refusal, refusalOf } from "./refusal.ts";

/** What interception needs of a tab's guard. */
export interface RequestRules {
  /** Null lets the request pass. */
  decide(event: Paused): Promise<Refusal | null>;
  /** The document that the job itself brought for the request, in Base64; null for a request to a server. */
  documentFor(event: Paused): string | null;
  /** All headers of the request, if the job adds some to it; else null. */
  headersFor(event: Paused): HeaderEntry[] | null;
  /** Called for a page that the tab has opened. It is paused until it is resumed, and so is the tab if they share a process. */
  popup(cdpSession: CDPSession, targetId: string): void;
  /** Called once, when the page has made `LIMITS.pageRequests`. Further requests are refused. */
  exhausted(): void;
}

interface Tab {
  targetId: string;
  rules: Omit<RequestRules, "popup">;
  /** Number of requests so far. */
  requestCount: number;
  /** Ids of all its frames so far. */
  frames: Set<string>;
}

/** Targets that are paused before they run, each with a CDP session of its own. The workers among them are never resumed. */
const PAUSED = ["page", "service_worker", "shared_worker"].map((type) => ({ type }));

/** Longest wait for a frame's event. A frame's process reports the frame and the network its request, in any order. */
const FRAME_EVENT_MS = 1_000;

/** Response headers of a document that the job itself brought. */
const HTML = [{ name: "Content-Type", value: "text/html; charset=utf-8" }];

const EXHAUSTED: Refusal = { reason: "The page makes too many requests.", error: "BlockedByClient" };
const NO_PAGE: Refusal = { reason: "The request belongs to no page.", error: "BlockedByClient" };

export class Requests {
  private readonly connection: Connection;
  readonly policy: GuardPolicy;
  /** By browser context, of which each has one tab. */
  private readonly tabs = new Map<string, Tab & { rules: RequestRules }>();
  private readonly byFrame = new Map<string, Tab>();
  private readonly waiting = new Map<string, Set<() => void>>();

  private constructor(connection: Connection, policy: GuardPolicy) {
    this.connection = connection;
    this.policy = policy;
  }

  /** Starts interception. Called once for a connection, before its first tab is opened. Throws GuardRefused. */
  static async hold(connection: Connection, policy: GuardPolicy): Promise<Requests> {
    const requests = new Requests(connection, policy);
    connection.on("Fetch.requestPaused", (event) => void requests.settle(event));
    connection.on("Target.attachedToTarget", (event) => requests.attach(event));
    await Promise.all([
      connection.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
      connection.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: PAUSED,
      }),
    ]).catch(refusedBy);
    return requests;
  }

  /** From now on `rules` decide for the tab, and get every other page of its browser context as a pop-up. */
  add(contextId: string, targetId: string, rules: RequestRules): void {
    const tab = { targetId, rules, requestCount: 0, frames: new Set<string>() };
    this.tabs.set(contextId, tab);
    this.addFrame(targetId, tab);
  }

  /** Adds the frames that one of the tab's CDP sessions reports. */
  follow(contextId: string, cdpSession: CDPSession): void {
    cdpSession.on("Page.frameAttached", ({ frameId }) => {
      const tab = this.tabs.get(contextId);
      if (tab) this.addFrame(frameId, tab);
    });
  }

  /** Forgets a tab. Called after its browser context is gone, because its pop-ups outlive the tab until then. */
  forget(contextId: string): void {
    for (const frameId of this.tabs.get(contextId)?.frames ?? []) this.byFrame.delete(frameId);
    this.tabs.delete(contextId);
  }

  private addFrame(frameId: string, tab: Tab): void {
    tab.frames.add(frameId);
    this.byFrame.set(frameId, tab);
    for (const notify of this.waiting.get(frameId) ?? []) notify();
  }

  private attach({ sessionId, targetInfo }: CDPEvents["Target.attachedToTarget"]): void {
    const { type, targetId, browserContextId = "" } = targetInfo;
    const tab = this.tabs.get(browserContextId);
    const cdpSession = this.connection.session(sessionId);
    if (type !== "page" || !tab || !cdpSession || targetId === tab.targetId) return;
    const rules = {
      decide: async () => NO_PAGE,
      documentFor: nothing,
      headersFor: nothing,
      exhausted: ignore,
    };
    this.addFrame(targetId, { ...tab, rules });
    tab.rules.popup(cdpSession, targetId);
  }

  /** Continues, fulfills or fails a held request. */
  private async settle(event: Paused): Promise<void> {
    const refusal = await this.refusal(event);
    // This fails when the page has canceled the request, or the tab is gone.
    await this.respond(event, refusal).catch(ignore);
  }

  private respond(event: Paused, refusal: Refusal | null): Promise<void> {
    const { requestId, frameId, resourceType, responseHeaders } = event;
    if (refusal) return this.connection.send("Fetch.failRequest", { requestId, errorReason: refusal.error });
    const rules = this.byFrame.get(frameId)?.rules;
    const body = rules?.documentFor(event) ?? null;
    if (body !== null) {
      const document = { requestId, responseCode: 200, responseHeaders: HTML, body };
      return this.connection.send("Fetch.fulfillRequest", document);
    }
    if (responseHeaders) return this.connection.send("Fetch.continueRequest", { requestId });
    const headers = rules?.headersFor(event);
    return this.connection.send("Fetch.continueRequest", {
      requestId,
      interceptResponse: resourceType === "Other",
      ...(headers && { headers }),
    });
  }

  private async refusal(event: Paused): Promise<Refusal | null> {
    const { frameId, resourceType } = event;
    const tab = this.byFrame.get(frameId);
    if (tab) return count(tab) ?? tab.rules.decide(event);
    // The script of a nested worker has the id of a target that does not exist yet, not that of a frame.
    if (resourceType === "Other") return refusalOf(event, this.policy);
    await this.untilFrameKnown(frameId);
    const late = this.byFrame.get(frameId);
    return late ? (count(late) ?? late.rules.decide(event)) : NO_PAGE;
  }

  /** Resolves when the frame is reported, after FRAME_EVENT_MS at the latest. */
  private untilFrameKnown(frameId: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.waiting.get(frameId) ?? new Set();
      this.waiting.set(frameId, waiting);
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(frameId);
        resolve();
      };
      const timer = setTimeout(done, FRAME_EVENT_MS);
      waiting.add(done);
    });
  }
}

function nothing(): null {
  return null;
}

/** Counts a request of the tab. Returns a refusal above `LIMITS.pageRequests`. */
function count(tab: Tab): Refusal | null {
  tab.requestCount += 1;
  if (tab.requestCount <= LIMITS.pageRequests) return null;
  if (tab.requestCount === LIMITS.pageRequests + 1) tab.rules.exhausted();
  return EXHAUSTED;
}
