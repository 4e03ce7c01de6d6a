/**
 * The guard of one job's tab. Holds every request of the page until it is checked, closes the ways around that, and
 * watches which addresses the browser really talked to.
 */

import type { JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { isPrivateAddress } from "#contract/target/address.ts";
import { blockedReason } from "#contract/target/target.ts";
import { ignore, optional } from "../devtools/commands.ts";
import { type CDPEvents, type CDPSession, NOWHERE } from "../devtools/devtools.ts";
import { PageFault } from "../fault/page-fault.ts";
import { type Response, watchChildren } from "./children.ts";
import { documentScript } from "./page-script.ts";
import type { GuardPolicy } from "./policy.ts";
import { type Paused, type Refusal, refusalOf } from "./refusal.ts";
import type { RequestRules, Requests } from "./requests.ts";

export interface Guard {
  /** Told of the session of each frame that has a process of its own, before the frame's first step. */
  onFrame: (cdpSession: CDPSession) => void;
  /** What was blocked so far, one entry an address. */
  warnings(): JobWarning[];
  /** The job must fail: a PageFault, or a fault of ours in asking where a name leads. */
  readonly breach: Error | null;
  /** Waits for `work` on the page; throws the breach as soon as there is one, and in the place of the work's own error. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** A fault of ours: the guard's scripts may have missed the beginning of a document. */
export const TOO_LATE = "A document began before its guard stood.";

/** What Chromium calls answers from outside the public internet; `Private` is the older name of `Local`. */
const INNER_SPACES: ReadonlySet<string> = new Set(["Loopback", "Local", "Private"]);

/** What a main frame shows without having asked the network. */
function isBlank(url: string): boolean {
  return url === NOWHERE || /^(?:about:blank|chrome-error:)/.test(url);
}

/** Full Chromium's PDF viewer asks for its own files in the page's name. The PDF that is left out has a warning of its own. */
const VIEWER = /^chrome(?:-extension)?:/;

/** Of answers: nobody asks the browser for their bytes later. */
const KEEP_NOTHING = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

export interface GuardedTab {
  contextId: string;
  targetId: string;
  requests: Requests;
  /** Runs after the guard's own in each document. */
  script: string;
}

/**
 * Guards a fresh tab of a fresh browser context that is held before its first document. `armed` resolves when the guard
 * stands: once the tab is let go, and before that document begins.
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
  ]).then(() => guard.stand());
  armed.catch(ignore);
  return { guard, armed };
}

class TabGuard implements Guard, RequestRules {
  breach: Error | null = null;
  onFrame: (cdpSession: CDPSession) => void = () => {};
  private readonly breached: Promise<never>;
  /** A page's main frame has the id of its target. */
  private readonly mainFrameId: string;
  private readonly blocked = new Map<string, JobWarning>();
  private reject: (error: Error) => void = () => {};
  private stands = false;
  private readonly policy: GuardPolicy;
  private readonly follow: (cdpSession: CDPSession) => void;
  private readonly script: string;

  /** `follow` is told of the sessions of further processes whose frames are this tab's. */
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
    // Nobody may be waiting.
    this.breached.catch(() => {});
  }

  stand(): void {
    this.stands = true;
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
   * Runs the scripts in each document from its beginning, and has the browser tell of frames and answers. Only with
   * Runtime enabled does a document that has no script of its own, but may have speculation rules, get a realm for ours,
   * and a request the stack of the script that has asked for it.
   */
  async enable(cdpSession: CDPSession): Promise<void> {
    const source = `${documentScript(this.policy.targets)};${this.script}`;
    this.readAlong(cdpSession);
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
    // The frame may be gone before the commands reach it; while it stands, none of its requests leaves unheld.
    this.enable(cdpSession).catch(ignore);
  }

  /** Loads nothing, is closed, and has the ways out closed until then: a script may be its very address. */
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
    const refusal = await refusalOf(event, this.policy).catch((error: unknown): Refusal => {
      this.fail(error instanceof Error ? error : new Error(String(error)));
      return { reason: "The host name could not be looked up.", error: "NameNotResolved" };
    });
    if (refusal?.error !== "BlockedByClient") return refusal;
    const { request, resourceType, frameId } = event;
    const isMain = resourceType === "Document" && frameId === this.mainFrameId;
    if (isMain) this.fail(blockedTarget(refusal.reason));
    else if (!VIEWER.test(request.url)) this.warn(request.url, refusal.reason);
    return refusal;
  }

  /** `ip` is what the browser connected to; a cache or the page itself has none. */
  address(url: string, ip: string | undefined): void {
    if (!ip || this.policy.targets.allowPrivate || !isPrivateAddress(ip)) return;
    this.fail(blockedTarget(`${new URL(url).hostname} led into a private network.`));
  }

  /**
   * Reads which addresses answer. The extra info tells what kind of address it is even where the answer itself is taken
   * out of the browser before the page has it.
   */
  readAlong(cdpSession: CDPSession): void {
    cdpSession.on("Network.requestWillBeSent", ({ redirectResponse }) => {
      if (redirectResponse) this.checkResponse(redirectResponse);
    });
    cdpSession.on("Network.responseReceived", ({ response }) => this.checkResponse(response));
    cdpSession.on("Network.responseReceivedExtraInfo", ({ resourceIPAddressSpace: space }) => {
      if (this.policy.targets.allowPrivate || !INNER_SPACES.has(space)) return;
      this.fail(blockedTarget("The page led into a private network."));
    });
  }

  navigated(frame: CDPEvents["Page.frameNavigated"]["frame"]): void {
    if (frame.parentId !== undefined || isBlank(frame.url)) return;
    if (!this.stands) this.fail(new Error(TOO_LATE));
    const url = URL.parse(frame.url);
    const reason = url && blockedReason(url, this.policy.targets);
    if (reason !== null) this.fail(blockedTarget(reason));
  }

  checkResponse(response: Response): void {
    this.address(response.url, response.remoteIPAddress);
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

function blockedTarget(reason: string): PageFault {
  return new PageFault("target_blocked", "navigating", reason);
}
