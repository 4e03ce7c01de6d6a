/**
 * Of one browser: every request is held until the guard of its tab has decided. What belongs to no tab goes nowhere, so a
 * pop-up loads nothing, whatever its opener does with it.
 */
import { LIMITS } from "#contract/limits.ts";
import { ignore } from "../devtools/commands.ts";
import type { CDPEvents, CDPSession, Connection } from "../devtools/devtools.ts";
import type { GuardPolicy } from "./policy.ts";
import { type Paused, type Refusal, refusalOf } from "./refusal.ts";

/** The guard of one tab. */
export interface RequestRules {
  decide(event: Paused): Promise<Refusal | null>;
  /** Meets a page that the tab has opened. It stands still until it is let go, and with it the tab, if they share a process. */
  popup(cdpSession: CDPSession, targetId: string): void;
  /** The page has made all the requests that it may make; the rest is refused. Called once. */
  exhausted(): void;
}

interface Tab {
  targetId: string;
  rules: Pick<RequestRules, "decide" | "exhausted">;
  /** Requests so far. */
  asked: number;
  /** All of its frames so far. */
  frames: Set<string>;
}

/** Held before their first step, each with a session of its own. Workers that outlive their page are never let go. */
const HELD = ["page", "service_worker", "shared_worker"].map((type) => ({ type }));

/** A frame is told of by its process, a request by the network: the news may cross. */
const NEWS_MS = 1_000;

const EXHAUSTED: Refusal = { reason: "The page makes too many requests.", error: "BlockedByClient" };
const NOBODYS: Refusal = { reason: "The request belongs to no page.", error: "BlockedByClient" };

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

  /** Once for a connection, before the first tab is made. */
  static async hold(connection: Connection, policy: GuardPolicy): Promise<Requests> {
    const requests = new Requests(connection, policy);
    connection.on("Fetch.requestPaused", (event) => void requests.settle(event));
    connection.on("Target.attachedToTarget", (event) => requests.meet(event));
    await Promise.all([
      connection.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
      connection.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: HELD,
      }),
    ]);
    return requests;
  }

  /** From now on `judge` decides for the tab, and meets every other page of its browser context. */
  add(contextId: string, targetId: string, rules: RequestRules): void {
    const tab = { targetId, rules, asked: 0, frames: new Set<string>() };
    this.tabs.set(contextId, tab);
    this.know(targetId, tab);
  }

  /** Learns the tab's frames from one of its sessions. */
  follow(contextId: string, cdpSession: CDPSession): void {
    cdpSession.on("Page.frameAttached", ({ frameId }) => {
      const tab = this.tabs.get(contextId);
      if (tab) this.know(frameId, tab);
    });
  }

  /** Once the browser context is gone, and not before: its pop-ups go after its tab. */
  forget(contextId: string): void {
    for (const frameId of this.tabs.get(contextId)?.frames ?? []) this.byFrame.delete(frameId);
    this.tabs.delete(contextId);
  }

  private know(frameId: string, tab: Tab): void {
    tab.frames.add(frameId);
    this.byFrame.set(frameId, tab);
    for (const tell of this.waiting.get(frameId) ?? []) tell();
  }

  private meet({ sessionId, targetInfo }: CDPEvents["Target.attachedToTarget"]): void {
    const { type, targetId, browserContextId = "" } = targetInfo;
    const tab = this.tabs.get(browserContextId);
    const cdpSession = this.connection.session(sessionId);
    if (type !== "page" || !tab || !cdpSession || targetId === tab.targetId) return;
    this.know(targetId, { ...tab, rules: { decide: async () => NOBODYS, exhausted: ignore } });
    tab.rules.popup(cdpSession, targetId);
  }

  /** Lets a held request go on, or ends it. */
  private async settle(event: Paused): Promise<void> {
    const { requestId, resourceType, responseHeaders } = event;
    const refusal = await this.refusal(event);
    const interceptResponse = resourceType === "Other" && responseHeaders === undefined;
    const response = refusal
      ? this.connection.send("Fetch.failRequest", { requestId, errorReason: refusal.error })
      : this.connection.send("Fetch.continueRequest", { requestId, interceptResponse });
    // The page has given the request up, or the tab is gone.
    await response.catch(ignore);
  }

  private async refusal(event: Paused): Promise<Refusal | null> {
    const { frameId, resourceType } = event;
    const tab = this.byFrame.get(frameId);
    if (tab) return count(tab) ?? tab.rules.decide(event);
    // The script of a worker's worker goes by the id of a target that is only made of it.
    if (resourceType === "Other") return refusalOf(event, this.policy);
    await this.news(frameId);
    const late = this.byFrame.get(frameId);
    return late ? (count(late) ?? late.rules.decide(event)) : NOBODYS;
  }

  private news(frameId: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.waiting.get(frameId) ?? new Set();
      this.waiting.set(frameId, waiting);
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(frameId);
        resolve();
      };
      const timer = setTimeout(done, NEWS_MS);
      waiting.add(done);
    });
  }
}

/** Counts one more request of the tab; a refusal once it has had its number. */
function count(tab: Tab): Refusal | null {
  tab.asked += 1;
  if (tab.asked <= LIMITS.pageRequests) return null;
  if (tab.asked === LIMITS.pageRequests + 1) tab.rules.exhausted();
  return EXHAUSTED;
}
