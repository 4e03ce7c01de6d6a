/** The tab of one job: a browser context of its own with one guarded page, controlled over a CDP session. */
import { WIDGET_TAG } from "#contract/widget/embed.ts";
import { ignore } from "../devtools/commands.ts";
import { type CDPSession, type Connection, leadTo, onEnd, openTarget } from "../devtools/devtools.ts";
import { call } from "../devtools/in-page.ts";
import { PageFault } from "../fault/page-fault.ts";
import { type Guard, guardTab } from "../guard/guard-tab.ts";
import type { Requests } from "../guard/requests.ts";
import { Frames } from "./frames.ts";
import instrument from "./instrument.in-page.js";
import { Traffic } from "./traffic.ts";
import { drawWholeDocument } from "./whole-document.ts";

/** A closing browser closes its pages first. This long after a page's end, its browser's end may still be reported. */
export const CLOSING_MS = 1_000;

const INSTRUMENT = call(instrument, WIDGET_TAG);

export interface Tab {
  cdpSession: CDPSession;
  /** Also the id of the page's main frame. */
  targetId: string;
  /** Id of the tab's browser context. */
  contextId: string;
  guard: Guard;
  traffic: Traffic;
  frames: Frames;
  /** Is called with the CDP session of each frame that has a process of its own, before the frame runs. */
  onFrame(cdpSession: CDPSession): void;
  /**
   * Navigates to an address, with this referrer if it is not empty. Resolves when the document is about to begin, or with
   * Chromium's error if there is no document.
   */
  navigate(url: string, referrer?: string): Promise<{ errorText?: string }>;
  /** Makes the tab draw its whole document for good, before its first address. */
  drawWhole(): Promise<void>;
  /** Makes `lost` reject if requests were canceled because the browser has lost its network process. */
  checkNetwork(): Promise<void>;
  /** Rejects when the page crashes or closes, or the browser is lost. Never resolves. */
  lost: Promise<never>;
  /** Disposes of the browser context without waiting for it. This also stops a page that hangs. */
  dispose(): void;
}

export interface TabMaker {
  connection: Connection;
  requests: Requests;
  userAgent: string;
  /** Rejects when the browser is lost. Never resolves. */
  ended: Promise<never>;
  /** Makes `ended` reject if the browser has lost its network process. */
  checkNetwork?(): Promise<void>;
}

/**
 * Opens a tab that waits for its first address. The tab responds to no command before it; from its first document on it is
 * guarded, and its dialogs are dismissed. The caller sets the deadline.
 */
export async function openTab(maker: TabMaker): Promise<Tab> {
  const { connection, requests } = maker;
  const { browserContextId } = await connection.send("Target.createBrowserContext");
  const close = async () => {
    await connection.send("Target.disposeBrowserContext", { browserContextId });
    requests.forget(browserContextId);
  };
  const dispose = () => void close().catch(ignore);
  try {
    return await setUp(maker, browserContextId, dispose);
  } catch (error) {
    dispose();
    throw error;
  }
}

async function setUp(
  { connection, requests, userAgent, ended: browserEnded, checkNetwork: checkBrowser }: TabMaker,
  contextId: string,
  dispose: () => void,
): Promise<Tab> {
  const { cdpSession, targetId } = await openTarget(connection, contextId);
  const { guard, armed } = guardTab(cdpSession, { contextId, targetId, requests, script: INSTRUMENT });
  const traffic = new Traffic(cdpSession, targetId);
  const frames = new Frames(cdpSession, targetId);
  const tab: Pick<Tab, "onFrame"> = { onFrame: ignore };
  guard.onFrame = (frame) => {
    traffic.follow(frame);
    frames.follow(frame);
    tab.onFrame(frame);
  };
  guard.onWorker = (worker) => traffic.followWorker(worker);
  const lost = untilLost(cdpSession, browserEnded);
  cdpSession.on("Page.javascriptDialogOpening", () => {
    cdpSession.send("Page.handleJavaScriptDialog", { accept: false }).catch(ignore);
  });
  const ready = Promise.all([
    armed,
    cdpSession.send("Inspector.enable"),
    cdpSession.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    cdpSession.send("Emulation.setUserAgentOverride", { userAgent }),
  ]);
  ready.catch(ignore);
  const navigate = async (url: string, referrer = "") => {
    const [response] = await Promise.all([leadTo(cdpSession, url, referrer), ready]);
    return response;
  };
  const checkNetwork = async () => {
    if (!traffic.canceled) return;
    traffic.canceled = false;
    await checkBrowser?.();
  };
  let drawn: Promise<void> | null = null;
  const drawWhole = () => {
    drawn ??= drawWholeDocument(cdpSession);
    return drawn;
  };
  return Object.assign(tab, {
    cdpSession,
    targetId,
    contextId,
    guard,
    traffic,
    frames,
    navigate,
    drawWhole,
    checkNetwork,
    lost,
    dispose,
  });
}

/** Rejects with a PageFault when the page crashes or closes itself, and with `browserEnded`'s error when the browser ends. */
function untilLost(cdpSession: CDPSession, browserEnded: Promise<never>): Promise<never> {
  const crashed = new Promise<never>((_, reject) => {
    const crash = () => reject(new PageFault("page_crashed", "preparing"));
    cdpSession.once("Inspector.targetCrashed", crash);
    onEnd(cdpSession, () => setTimeout(crash, CLOSING_MS));
  });
  const lost = Promise.race([crashed, browserEnded]);
  lost.catch(ignore);
  return lost;
}
