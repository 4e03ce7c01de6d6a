/**
 * Keeps the data of web fonts in the browser for an HTML file. Chromium drops them once a font is in use, also for its own
 * snapshots (`Page.captureSnapshot`).
 */
import { LIMITS } from "#contract/limits.ts";
import { ignore } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import type { Tab } from "../tab/tab.ts";

const BOUNDS = {
  maxTotalBufferSize: 3 * LIMITS.embeddedBytes,
  maxResourceBufferSize: LIMITS.embeddedBytes,
};

/** Called before the tab opens its page, and after the others that want its frames. */
export function keepFonts(tab: Pick<Tab, "cdpSession" | "onFrame">): Promise<void> {
  const { onFrame } = tab;
  tab.onFrame = (frame) => {
    onFrame(frame);
    // The guard's own bounds are sent first.
    queueMicrotask(() => void keep(frame));
  };
  return keep(tab.cdpSession);
}

async function keep(cdpSession: CDPSession): Promise<void> {
  await cdpSession.send("Network.enable", BOUNDS).catch(ignore);
}
