/**
 * The guard of one job's tab. It checks every request of the page before it is sent, disables the ways around that check,
 * and checks the addresses that the browser has really connected to.
 */

import { NO_ADDRESS } from "#contract/job/input.ts";
import type { JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { isPrivateAddress } from "#contract/target/address.ts";
import { blockedReason } from "#contract/target/target.ts";
import { ignore, optional } from "../devtools/commands.ts";
import { type CDPEvents, type CDPSession, NOWHERE } from "../devtools/devtools.ts";
import { PageFault } from "../fault/page-fault.ts";
import { type Response, watchChildren } from "./children.ts";
import { followParents, type HeaderEntry, OwnOrigin } from "./own-origin.ts";
import { documentScript } from "./page-script.ts";
import type { GuardPolicy } from "./policy.ts";
import { type Paused, type Refusal, refusalOf } from "./refusal.ts";
import type { RequestRules, Requests } from "./requests.ts";

export interface Guard {
  /** Called with the CDP session of each frame that has a process of its own, before the frame runs. */
  onFrame: (cdpSession: CDPSession) => void;
  /** Called with the CDP session of each worker, before the worker runs. */
  onWorker: (cdpSession: CDPSession) => void;
  /** Called with each request that the guard lets pass, except the page itself. True refuses it, without a warning. */
  isUnwanted: (event: Paused) => boolean;
  /** Makes `body`, HTML in Base64, the document at `url`: whenever the tab itself goes there, no server is asked. */
  serve(url: string, body: string): void;
  /** Adds the headers to requests of the page to the origin of `url`, and to no other server's. */
  addHeaders(url: string, headers: Record<string, string>): void;
  /** Warnings about blocked requests so far, one for each address. */
  warnings(): JobWarning[];
  /** Reason why the job must fail: a PageFault, or a fault of ours, such as a resolver that is down. */
  readonly breach: Error | null;
  /** Waits for `work` on the page. Throws a breach at once; the breach replaces the work's own error. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** A fault of ours: the guard's scripts may have missed the beginning of a document. */
export const TOO_LATE = "A document began before its guard was active.";

/** Chromium's names of address spaces outside the public internet. `Private` is the older name of `Local`. */
const PRIVATE_SPACES: ReadonlySet<string> = new Set(["Loopback", "Local", "Private"]);

/** Whether a main frame can show this address without the network. */
function isBlank(url: string): boolean {
  return url === NOWHERE || /^(?:about:blank|chrome-error:)/.test(url);
}

const UNWANTED: Refusal = { reason: "The job does not want it.", error: "BlockedByClient" };

/** The page that the request of the job brought. */
interface OwnDocument {
  /** Without a fragment, as Chromium reports the addresses of requests. */
  address: string;
  /** Base64. */
  body: string;
}

/** Full Chromium's PDF viewer loads its own files as requests of the page. The PDF itself gets a warning of its own. */
const VIEWER = /^chrome(?:-extension)?:/;

/** Makes Chromium keep no response bodies: they are never read through DevTools. */
const KEEP_NOTHING = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

export interface GuardedTab {
  contextId: string;
  targetId: string;
  requests: Requests;
  /** Source that runs in each document, after the guard's own script. */
  script: string;
}

/**
 * Guards a new tab in a new browser context, while the tab is paused before its first document. `armed` resolves when the
 * guard is active: after the tab is resumed, and before the document begins.
 */
export function guardTab(
  cdpSession: CDPSession,
  { contextId, targetId, requests, script }: GuardedTab,
): { guard: Guard; armed: Promise<void> } {
  const connection = cdpSession.connection();
  if (!connection) throw new Error("The tab is gone.");
  const guard = new TabGuard(requests.policy, targetId, script, (frame) => requests.follow(contextId, frame));
  requests.add(contextId, targetId, guard);
  requests.follow(contextId, cdpSession);
  cdpSession.on("Page.frameNavigated", ({ frame }) => guard.navigated(frame));
  const armed = Promise.all([
    watchChildren(cdpSession, guard),
    guard.enable(cdpSession),
    optional(cdpSession.send("Page.setPrerenderingAllowed", { isAllowed: false })),
    connection.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId: contextId }),
    connection.send("Browser.grantPermissions", { permissions: [], browserContextId: contextId }),
  ]).then(() => guard.activate());
  armed.catch(ignore);
  return { guard, armed };
}

class TabGuard implements Guard, RequestRules {
  breach: Error | null = null;
  onFrame: (cdpSession: CDPSession) => void = () => {};
  onWorker: (cdpSession: CDPSession) => void = () => {};
  isUnwanted: (event: Paused) => boolean = () => false;
  private readonly breached: Promise<never>;
  /** A page's main frame has the id of its target. */
  private readonly mainFrameId: string;
  private readonly blocked = new Map<string, JobWarning>();
  private own: OwnDocument | null = null;
  private ownOrigin: OwnOrigin | null = null;
  /** The parent of each frame. */
  private readonly parents = new Map<string, string>();
  private reject: (error: Error) => void = () => {};
  private isActive = false;
  /** Resolves when the guard is active. Stays pending if that fails, as the tab is of no use then. */
  private readonly activated: Promise<void>;
  /** Makes the guard active. */
  activate: () => void = () => {};
  private readonly policy: GuardPolicy;
  private readonly follow: (cdpSession: CDPSession) => void;
  private readonly script: string;

  /** `follow` is called with the CDP session of each frame that has a process of its own. */
  constructor(
    policy: GuardPolicy,
    mainFrameId: string,
    script: string,
    follow: (cdpSession: CDPSession) => void,
  ) {
    this.policy = policy;
    this.script = script;
    this.mainFrameId = mainFrameId;
    this.follow = follow;
    this.breached = new Promise((_, reject) => {
      this.reject = reject;
    });
    // Without work in progress the rejection would be unhandled.
    this.breached.catch(() => {});
    this.activated = new Promise((resolve) => {
      this.activate = () => {
        this.isActive = true;
        resolve();
      };
    });
  }

  serve(url: string, body: string): void {
    this.own = { address: withoutFragment(url), body };
  }

  addHeaders(url: string, headers: Record<string, string>): void {
    this.ownOrigin = new OwnOrigin(url, headers, this.parents);
  }

  headersFor(event: Paused): HeaderEntry[] | null {
    return this.ownOrigin?.headersFor(event) ?? null;
  }

  documentFor({ request, resourceType, frameId }: Paused): string | null {
    const isMain = resourceType === "Document" && frameId === this.mainFrameId;
    return isMain && request.url === this.own?.address ? this.own.body : null;
  }

  warnings(): JobWarning[] {
    return [...this.blocked.values()];
  }

  async during<T>(work: Promise<T>): Promise<T> {
    try {
      const done = await Promise.race([work, this.breached]);
      if (this.breach) throw this.breach;
      return done;
    } catch (error) {
      throw this.breach ?? error;
    }
  }

  /**
   * Adds the scripts to each new document, and subscribes to events of frames and responses. Without Runtime enabled, a
   * document without scripts has no realm for ours (it may have speculation rules), and requests lack their script's stack.
   */
  async enable(cdpSession: CDPSession): Promise<void> {
    const source = `${documentScript(this.policy.targets)};${this.script}`;
    this.watchAddresses(cdpSession);
    followParents(cdpSession, this.parents);
    await Promise.all([
      cdpSession.send("Page.enable"),
      cdpSession.send("Runtime.enable"),
      cdpSession.send("Network.enable", KEEP_NOTHING),
      cdpSession.send("Page.addScriptToEvaluateOnNewDocument", { source }),
    ]);
  }

  frame(cdpSession: CDPSession): void {
    this.follow(cdpSession);
    this.onFrame(cdpSession);
    // The frame may be gone before the commands reach it. While it exists, each of its requests is held.
    this.enable(cdpSession).catch(ignore);
  }

  /** Closes a pop-up, which loads nothing. It gets the guard's script first, because its address may be a `javascript:` URL. */
  popup(cdpSession: CDPSession, targetId: string): void {
    this.warn("", "The page tried to open a window.");
    watchChildren(cdpSession, this).catch(ignore);
    this.enable(cdpSession).catch(ignore);
    cdpSession.send("Runtime.evaluate", { expression: documentScript(this.policy.targets) }).catch(ignore);
    cdpSession.send("Runtime.runIfWaitingForDebugger").catch(ignore);
    cdpSession.connection()?.send("Target.closeTarget", { targetId }).catch(ignore);
  }

  exhausted(): void {
    this.warn(
      "",
      `The page makes more than ${LIMITS.pageRequests} requests. The rest was left out.`,
      "page_cut",
    );
  }

  async decide(event: Paused): Promise<Refusal | null> {
    const { request, resourceType, frameId } = event;
    const isMain = resourceType === "Document" && frameId === this.mainFrameId;
    const refusal = await this.judge(event);
    // On a busy machine, the page's process may be slower to confirm the guard's commands than a server to respond.
    if (!refusal && isMain) await this.activated;
    if (!refusal && !isMain && this.isUnwanted(event)) return UNWANTED;
    if (refusal?.error !== "BlockedByClient") return refusal;
    if (isMain) this.fail(blockedTarget(refusal.reason));
    else if (!VIEWER.test(request.url)) this.warn(request.url, refusal.reason);
    return refusal;
  }

  /** A resolver that is down is a breach: no request passes unchecked. */
  private async judge(event: Paused): Promise<Refusal | null> {
    if (event.request.url === NO_ADDRESS && this.documentFor(event) !== null) return null;
    return refusalOf(event, this.policy).catch((error: unknown): Refusal => {
      this.fail(error instanceof Error ? error : new Error(String(error)));
      return { reason: "The host name could not be looked up.", error: "NameNotResolved" };
    });
  }

  /** `ip`: the address that the browser connected to; undefined for a response from a cache or the page itself. */
  private checkAddress(url: string, ip: string | undefined): void {
    if (!ip || this.policy.targets.allowPrivate || !isPrivateAddress(ip)) return;
    this.fail(blockedTarget(`${new URL(url).hostname} led into a private network.`));
  }

  /**
   * Checks the address of each response. The extra info has the kind of address also for a response whose body is read
   * through DevTools, so that the page never gets it.
   */
  private watchAddresses(cdpSession: CDPSession): void {
    cdpSession.on("Network.requestWillBeSent", ({ redirectResponse }) => {
      if (redirectResponse) this.checkResponse(redirectResponse);
    });
    cdpSession.on("Network.responseReceived", ({ response }) => this.checkResponse(response));
    cdpSession.on("Network.responseReceivedExtraInfo", ({ resourceIPAddressSpace: space }) => {
      if (this.policy.targets.allowPrivate || !PRIVATE_SPACES.has(space)) return;
      this.fail(blockedTarget("The page led into a private network."));
    });
  }

  navigated(frame: CDPEvents["Page.frameNavigated"]["frame"]): void {
    if (frame.parentId !== undefined || isBlank(frame.url)) return;
    if (!this.isActive) this.fail(new Error(TOO_LATE));
    if (frame.url === NO_ADDRESS && this.own?.address === NO_ADDRESS) return;
    const url = URL.parse(frame.url);
    const reason = url && blockedReason(url, this.policy.targets);
    if (reason !== null) this.fail(blockedTarget(reason));
  }

  checkResponse(response: Response): void {
    this.checkAddress(response.url, response.remoteIPAddress);
  }

  private warn(url: string, message: string, code = "blocked_request"): void {
    if (url !== "" && this.blocked.size >= LIMITS.warnings) return;
    const shown = url.slice(0, LIMITS.warningUrlChars);
    this.blocked.set(`${code} ${shown}`, { code, message, ...(shown && { url: shown }) });
  }

  private fail(error: Error): void {
    this.breach ??= error;
    this.reject(this.breach);
  }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, "");
}

function blockedTarget(reason: string): PageFault {
  return new PageFault("target_blocked", "navigating", reason);
}
