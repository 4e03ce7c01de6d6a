/** A tab of one job: a browser context of its own with one page, guarded, spoken to over a bare DevTools session. */
import { type Browser, type CDPEvents, type CDPSession, CDPSessionEvent } from "@cloudflare/puppeteer";
import { within } from "../budget.ts";
import type { Connection } from "../guard/children.ts";
import { type Guard, guardTab } from "../guard/guard-tab.ts";
import type { GuardPolicy } from "../guard/policy.ts";
import { call } from "../page/in-page.ts";
import instrument from "../page/instrument.in-page.js";
import { PageFault } from "../page-fault.ts";
import { Traffic } from "./traffic.ts";

/** Making a tab takes 30 ms on an idle machine; a browser that needs longer than this is lost. */
const SETUP_MS = 20_000;

export interface Tab {
  session: CDPSession;
  /** Also the id of the page's main frame. */
  targetId: string;
  guard: Guard;
  traffic: Traffic;
  /** Rejects when the page crashes, is closed, or the browser is gone; never resolves. */
  lost: Promise<never>;
  /** Another session of the same page: one whose Fetch domain is its own, since the guard holds requests on the first. */
  attach(): Promise<CDPSession>;
  /** Throws the context away without waiting: it also stops a page that hangs. */
  dispose(): void;
}

export interface TabMaker {
  browser: Browser;
  /** The browser's own. */
  connection: Connection;
  userAgent: string;
  policy: GuardPolicy;
  /** Rejects with the browser. */
  gone: Promise<never>;
}

/** Opens a blank tab that is ready for `openPage`: guarded, domains enabled, dialogs answered. */
export async function openTab({ browser, connection, userAgent, policy, gone }: TabMaker): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const dispose = () => {
    context.close().catch(() => undefined);
  };
  try {
    if (context.id === undefined) throw new Error("The browser context has no id.");
    const { session, targetId } = await openTarget(connection, context.id);
    const options = { timeout: SETUP_MS };
    const guard = await guardTab(session, { contextId: context.id, targetId }, policy);
    const traffic = new Traffic(session, targetId);
    guard.onFrame = (frame) => traffic.follow(frame);
    const lost = untilLost(session, gone);
    session.on("Page.javascriptDialogOpening", () => {
      session.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => undefined);
    });
    await Promise.all([
      session.send("Inspector.enable", undefined, options),
      session.send("Emulation.setFocusEmulationEnabled", { enabled: true }, options),
      session.send("Emulation.setUserAgentOverride", { userAgent }, options),
      session.send("Page.addScriptToEvaluateOnNewDocument", { source: call(instrument) }, options),
    ]);
    const attach = async () => {
      const request = { targetId, flatten: true };
      const { sessionId } = await connection.send("Target.attachToTarget", request, options);
      const other = connection.session(sessionId);
      if (!other) throw new Error("The tab is gone.");
      return other;
    };
    return { session, targetId, guard, traffic, lost, attach, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

/**
 * A blank page and the session that the browser's connection has with it. Not `newPage()`: puppeteer's page enables a dozen
 * domains more, on a session of its own that is told of every request a second time.
 */
async function openTarget(
  connection: Connection,
  browserContextId: string,
): Promise<{ session: CDPSession; targetId: string }> {
  const attached = attachedPage(connection, browserContextId);
  const request = { url: "about:blank", browserContextId };
  const { targetId } = await connection.send("Target.createTarget", request, { timeout: SETUP_MS });
  const session = await within(attached, SETUP_MS, () => {
    throw new Error("The browser does not attach to a new tab.");
  });
  return { session, targetId };
}

/** The session of the first page of a browser context; the browser attaches to the page's tab first, and to the page through it. */
function attachedPage(connection: Connection, browserContextId: string): Promise<CDPSession> {
  return new Promise((resolve) => {
    const meet = ({ sessionId, targetInfo }: CDPEvents["Target.attachedToTarget"]) => {
      const session = connection.session(sessionId);
      if (targetInfo.browserContextId !== browserContextId || !session) return;
      connection.off("Target.attachedToTarget", meet);
      if (targetInfo.type === "page") resolve(session);
      else session.on("Target.attachedToTarget", meet);
    };
    connection.on("Target.attachedToTarget", meet);
  });
}

/** A page that crashed, or closed itself, is to blame; a connection that ended is not the page's fault. */
function untilLost(session: CDPSession, gone: Promise<never>): Promise<never> {
  const crashed = new Promise<never>((_, reject) => {
    const crash = () => reject(new PageFault("page_crashed", "preparing"));
    const connection = session.connection();
    const detached = (other: CDPSession) => {
      if (other.id() !== session.id()) return;
      connection?.off(CDPSessionEvent.SessionDetached, detached);
      crash();
    };
    session.once("Inspector.targetCrashed", crash);
    connection?.on(CDPSessionEvent.SessionDetached, detached);
  });
  const lost = Promise.race([crashed, gone]);
  lost.catch(() => undefined);
  return lost;
}
