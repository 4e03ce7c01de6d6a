/** A tab of one job: a browser context of its own with one page, guarded, spoken to over a bare DevTools session. */
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

/** An ending browser closes its pages first: as long may the news take that it is the browser that ends. */
export const CLOSING_MS = 1_000;

const INSTRUMENT = call(instrument, WIDGET_TAG);

export interface Tab {
  cdpSession: CDPSession;
  /** Also the id of the page's main frame. */
  targetId: string;
  guard: Guard;
  traffic: Traffic;
  frames: Frames;
  /** Sends the page to an address. Answers when its document is about to begin, or why there is none. */
  navigate(url: string): Promise<{ errorText?: string }>;
  /** Rejects when the page crashes, is closed, or the browser is gone; never resolves. */
  lost: Promise<never>;
  /** Throws the context away without waiting: it also stops a page that hangs. */
  dispose(): void;
}

export interface TabMaker {
  connection: Connection;
  requests: Requests;
  userAgent: string;
  /** Rejects with the browser. */
  ended: Promise<never>;
}

/**
 * Opens a tab that waits for its first address. It is guarded, its domains are enabled and its dialogs answered from that
 * document on; until then it answers nothing. The caller sets the deadline.
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
  { connection, requests, userAgent, ended: browserEnded }: TabMaker,
  contextId: string,
  dispose: () => void,
): Promise<Tab> {
  const { cdpSession, targetId } = await openTarget(connection, contextId);
  const { guard, armed } = guardTab(cdpSession, { contextId, targetId, requests, script: INSTRUMENT });
  const traffic = new Traffic(cdpSession, targetId);
  const frames = new Frames(cdpSession, targetId);
  guard.onFrame = (frame) => {
    traffic.follow(frame);
    frames.follow(frame);
  };
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
  const navigate = async (url: string) => {
    const [response] = await Promise.all([leadTo(cdpSession, url), ready]);
    return response;
  };
  return { cdpSession, targetId, guard, traffic, frames, navigate, lost, dispose };
}

/** A page that crashed, or closed itself, is to blame; a browser that ends is not the page's fault. */
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
