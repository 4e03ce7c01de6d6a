/** A tab as the service's own, without its guard. */
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

/** It holds its tabs too: both begin alike. */
export async function holdTabs(connection: Connection): Promise<void> {
  await connection.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: "page" }],
  });
}

const NO_GUARD: Guard = { onFrame: () => {}, warnings: () => [], breach: null, during: (work) => work };

/** What rendering needs of a tab, and no more. */
function enable(session: CDPSession, userAgent: string): Promise<unknown> {
  return Promise.all([
    session.send("Page.enable"),
    // Who has asked for a request is told by its stack, and that only with Runtime enabled.
    session.send("Runtime.enable"),
    session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: call(instrument) }),
    session.send("Inspector.enable"),
    session.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    session.send("Emulation.setUserAgentOverride", { userAgent }),
  ]);
}

export async function openBareTab({ connection, userAgent, gone }: Omit<TabMaker, "requests">): Promise<Tab> {
  const { browserContextId } = await connection.send("Target.createBrowserContext");
  const { session, targetId } = await openTarget(connection, browserContextId);
  const traffic = new Traffic(session, targetId);
  const ready = enable(session, userAgent);
  return {
    session,
    targetId,
    guard: NO_GUARD,
    traffic,
    frames: new Frames(session, targetId),
    lost: gone,
    async navigate(url) {
      const [answer] = await Promise.all([leadTo(session, url), ready]);
      return answer;
    },
    dispose: () => void connection.send("Target.disposeBrowserContext", { browserContextId }),
  };
}
