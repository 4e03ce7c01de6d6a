/** A tab of one job: a browser context of its own with one page, guarded, spoken to over a bare DevTools session. */
import { type Browser, type CDPSession, CDPSessionEvent } from "@cloudflare/puppeteer";
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
  /** Throws the context away without waiting: it also stops a page that hangs. */
  dispose(): void;
}

export interface TabMaker {
  browser: Browser;
  userAgent: string;
  policy: GuardPolicy;
  /** Rejects with the browser. */
  gone: Promise<never>;
}

/** Opens a blank tab that is ready for `openPage`: guarded, domains enabled, dialogs answered. */
export async function openTab({ browser, userAgent, policy, gone }: TabMaker): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const dispose = () => {
    context.close().catch(() => undefined);
  };
  try {
    const page = await context.newPage();
    const [session, guard] = await Promise.all([page.createCDPSession(), guardTab(page, policy)]);
    guard.readAlong(session);
    const options = { timeout: SETUP_MS };
    const { targetInfo } = await session.send("Target.getTargetInfo", undefined, options);
    const { targetId } = targetInfo;
    const traffic = new Traffic(session, targetId);
    guard.onFrame = (frame) => traffic.follow(frame);
    const lost = untilLost(session, gone);
    session.on("Page.javascriptDialogOpening", () => {
      session.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => undefined);
    });
    await Promise.all([
      session.send("Page.enable", undefined, options),
      session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }, options),
      session.send("Inspector.enable", undefined, options),
      session.send("Emulation.setFocusEmulationEnabled", { enabled: true }, options),
      session.send("Emulation.setUserAgentOverride", { userAgent }, options),
      session.send("Page.addScriptToEvaluateOnNewDocument", { source: call(instrument) }, options),
    ]);
    return { session, targetId, guard, traffic, lost, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
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
