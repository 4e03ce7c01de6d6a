/**
 * The guard of one job's tab. Holds every request of the page until it is checked, closes the ways around that, and
 * watches which addresses the browser really talked to.
 */
import { isPrivateAddress } from "#contract/address.ts";
import type { JobWarning } from "#contract/job-view.ts";
import { LIMITS } from "#contract/limits.ts";
import { blockedReason } from "#contract/target.ts";
import type { CDPEvents, CDPSession } from "../browser/devtools.ts";
import { PageFault } from "../page-fault.ts";
import { type Response, watchChildren } from "./children.ts";
import { gone, optional } from "./commands.ts";
import { documentScript } from "./page-script.ts";
import type { GuardPolicy } from "./policy.ts";
import type { Popups } from "./popups.ts";

export interface Guard {
  /** Told of the session of each frame that has a process of its own, before the frame's first step. */
  onFrame: (session: CDPSession) => void;
  /** What was blocked so far, one entry an address. */
  warnings(): JobWarning[];
  /** The job must fail: a PageFault, or a fault of ours in asking where a name leads. */
  readonly breach: Error | null;
  /** Waits for `work` on the page; throws the breach as soon as there is one, and in the place of the work's own error. */
  during<T>(work: Promise<T>): Promise<T>;
}

type Paused = CDPEvents["Fetch.requestPaused"];
/** Why a request may not pass, and what the page is told. */
interface Refusal {
  reason: string;
  error: "BlockedByClient" | "NameNotResolved";
}

/** What Chromium calls answers from outside the public internet; `Private` is the older name of `Local`. */
const INNER_SPACES: ReadonlySet<string> = new Set(["Loopback", "Local", "Private"]);

/** What a main frame shows without having asked the network. */
const BLANK = /^(?:about:blank|chrome-error:)/;

/** Speculation rules make the browser load pages ahead, past all interception. */
const PREFETCH: Refusal = { reason: "Pages are not loaded ahead.", error: "BlockedByClient" };

function isRules({ responseHeaders = [] }: Paused): boolean {
  return responseHeaders.some(
    ({ name, value }) => name.toLowerCase() === "content-type" && value.includes("speculationrules"),
  );
}

/** Of answers: nobody asks the browser for their bytes later. */
const KEEP_NOTHING = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/** Guards a fresh tab of a fresh browser context that still stands at its first step; to be awaited before it takes it. */
export async function guardTab(
  session: CDPSession,
  { contextId, targetId, popups }: { contextId: string; targetId: string; popups: Popups },
  policy: GuardPolicy,
): Promise<Guard> {
  const connection = session.connection();
  if (!connection) throw new Error("The tab is gone.");
  const guard = new TabGuard(policy, targetId);
  popups.watch(contextId, { targetId, opened: () => guard.popup() });
  session.on("Page.frameNavigated", ({ frame }) => guard.navigated(frame));
  guard.readAlong(session);
  await Promise.all([
    watchChildren(session, guard),
    guard.hold(session),
    guard.enable(session),
    optional(session.send("Page.setPrerenderingAllowed", { isAllowed: false })),
    connection.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId: contextId }),
    connection.send("Browser.grantPermissions", { permissions: [], browserContextId: contextId }),
  ]);
  return guard;
}

class TabGuard implements Guard {
  breach: Error | null = null;
  onFrame: (session: CDPSession) => void = () => {};
  private readonly breached: Promise<never>;
  /** A page's main frame has the id of its target. */
  private readonly mainFrameId: string;
  private readonly blocked = new Map<string, JobWarning>();
  private reject: (error: Error) => void = () => {};
  private readonly policy: GuardPolicy;

  constructor(policy: GuardPolicy, mainFrameId: string) {
    this.policy = policy;
    this.mainFrameId = mainFrameId;
    this.breached = new Promise((_, reject) => {
      this.reject = reject;
    });
    // Nobody may be waiting.
    this.breached.catch(() => {});
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

  /** Holds each request of the session's frames until it is decided. */
  async hold(session: CDPSession): Promise<void> {
    session.on("Fetch.requestPaused", (event) => void this.decide(session, event));
    await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  }

  /**
   * Runs the guard's script in each document from its beginning, and has the browser tell of answers and navigations. Only
   * with Runtime enabled does a document get a realm, and so the script, that has no script of its own.
   */
  async enable(session: CDPSession): Promise<void> {
    const source = documentScript(this.policy.targets);
    await Promise.all([
      session.send("Page.enable"),
      session.send("Runtime.enable"),
      session.send("Network.enable", KEEP_NOTHING),
      session.send("Page.addScriptToEvaluateOnNewDocument", { source }),
    ]);
  }

  frame(session: CDPSession): void {
    this.readAlong(session);
    this.onFrame(session);
    // The frame may be gone before the commands reach it; while it stands, none of its requests leaves unheld.
    Promise.all([this.hold(session), this.enable(session)]).catch(gone);
  }

  /** Lets a held request go on, or ends it. */
  private async decide(session: CDPSession, event: Paused): Promise<void> {
    const refusal = await this.refusalOf(event);
    const { requestId, request, resourceType, frameId } = event;
    const isMain = resourceType === "Document" && frameId === this.mainFrameId;
    if (refusal?.error === "BlockedByClient") {
      if (isMain) this.fail(blockedTarget(refusal.reason));
      else this.warn(request.url, refusal.reason);
    }
    const interceptResponse = resourceType === "Other" && event.responseHeaders === undefined;
    const answer = refusal
      ? session.send("Fetch.failRequest", { requestId, errorReason: refusal.error })
      : session.send("Fetch.continueRequest", { requestId, interceptResponse });
    // The page has given the request up, or the tab is gone.
    await answer.catch(() => {});
  }

  private async refusalOf(event: Paused): Promise<Refusal | null> {
    if (isRules(event)) return PREFETCH;
    const url = URL.parse(event.request.url);
    if (!url) return { reason: "The address is not a valid URL.", error: "BlockedByClient" };
    const reason = blockedReason(url, this.policy.targets);
    if (reason !== null) return { reason, error: "BlockedByClient" };
    const isDocument = event.resourceType === "Document";
    return isDocument && !this.policy.targets.allowPrivate ? this.nameRefusal(url.hostname) : null;
  }

  private async nameRefusal(hostname: string): Promise<Refusal | null> {
    try {
      const verdict = await this.policy.resolve(hostname);
      if (verdict === "public") return null;
      if (verdict === "unknown") return { reason: "The host name does not exist.", error: "NameNotResolved" };
      return { reason: "The host name leads into a private network.", error: "BlockedByClient" };
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
      return { reason: "The host name could not be looked up.", error: "NameNotResolved" };
    }
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
  readAlong(session: CDPSession): void {
    session.on("Network.requestWillBeSent", ({ redirectResponse }) => {
      if (redirectResponse) this.response(redirectResponse);
    });
    session.on("Network.responseReceived", ({ response }) => this.response(response));
    session.on("Network.responseReceivedExtraInfo", ({ resourceIPAddressSpace: space }) => {
      if (this.policy.targets.allowPrivate || !INNER_SPACES.has(space)) return;
      this.fail(blockedTarget("The page led into a private network."));
    });
  }

  navigated(frame: CDPEvents["Page.frameNavigated"]["frame"]): void {
    if (frame.parentId !== undefined || BLANK.test(frame.url)) return;
    const url = URL.parse(frame.url);
    const reason = url && blockedReason(url, this.policy.targets);
    if (reason !== null) this.fail(blockedTarget(reason));
  }

  popup(): void {
    this.warn("", "The page tried to open a window.");
  }

  response(response: Response): void {
    this.address(response.url, response.remoteIPAddress);
  }

  private warn(url: string, message: string): void {
    if (this.blocked.size >= LIMITS.warnings) return;
    const shown = url.slice(0, LIMITS.urlChars);
    this.blocked.set(shown, { code: "blocked_request", message, ...(shown && { url: shown }) });
  }

  private fail(error: Error): void {
    this.breach ??= error;
    this.reject(this.breach);
  }
}

function blockedTarget(reason: string): PageFault {
  return new PageFault("target_blocked", "navigating", reason);
}
