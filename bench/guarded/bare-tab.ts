/** A tab like the service's, without the guard. */
import {
  type CDPSession,
  type Connection,
  leadTo,
  openTarget,
} from "../../worker-render/devtools/devtools.ts";
import { call } from "../../worker-render/devtools/in-page.ts";
import type { Guard } from "../../worker-render/guard/guard-tab.ts";
import { Frames } from "../../worker-render/tab/frames.ts";
import instrument from "../../worker-render/tab/instrument.in-page.js";
import type { Tab, TabMaker } from "../../worker-render/tab/tab.ts";
import { Traffic } from "../../worker-render/tab/traffic.ts";

/** Holds new tabs until commands are sent, as the guard does, so that both start in the same way. */
export async function holdTabs(connection: Connection): Promise<void> {
  await connection.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: "page" }],
  });
}

const NO_GUARD: Guard = {
  serve: () => {},
  addHeaders: () => {},
  onFrame: () => {},
  onWorker: () => {},
  isUnwanted: () => false,
  warnings: () => [],
  breach: null,
  during: (work) => work,
};

/** Sends only the commands that rendering needs. */
function enable(cdpSession: CDPSession, userAgent: string): Promise<unknown> {
  return Promise.all([
    cdpSession.send("Page.enable"),
    // A request has a stack, which shows its initiator, only when Runtime is enabled.
    cdpSession.send("Runtime.enable"),
    cdpSession.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    cdpSession.send("Page.addScriptToEvaluateOnNewDocument", { source: call(instrument) }),
    cdpSession.send("Inspector.enable"),
    cdpSession.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    cdpSession.send("Emulation.setUserAgentOverride", { userAgent }),
  ]);
}

export async function openBareTab({
  connection,
  userAgent,
  ended,
}: Omit<TabMaker, "requests">): Promise<Tab> {
  const { browserContextId } = await connection.send("Target.createBrowserContext");
  const { cdpSession, targetId } = await openTarget(connection, browserContextId);
  const traffic = new Traffic(cdpSession, targetId);
  const ready = enable(cdpSession, userAgent);
  return {
    cdpSession,
    targetId,
    contextId: browserContextId,
    guard: NO_GUARD,
    onFrame: () => undefined,
    traffic,
    frames: new Frames(cdpSession, targetId),
    lost: ended,
    async navigate(url) {
      const [navigation] = await Promise.all([leadTo(cdpSession, url), ready]);
      return navigation;
    },
    // It makes PDFs only.
    drawWhole: async () => undefined,
    checkNetwork: async () => undefined,
    dispose: () => void connection.send("Target.disposeBrowserContext", { browserContextId }),
  };
}
