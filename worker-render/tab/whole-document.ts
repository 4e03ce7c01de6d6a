/**
 * Captures below the window without disturbing the page. Chromium's `captureBeyondViewport` lays the page out in a window of
 * 1 × 1 px before each capture (crbug.com/40727379): images choose other sources, scripts hear of a resize, heights change.
 */
import { ignore } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { within } from "../fault/budget.ts";

/** Longest wait for the two captures of an empty page. */
const BEGIN_TIMEOUT_MS = 2_000;

/**
 * Makes a fresh tab draw its whole document for good. A capture restores the settings that it found at its start; the second
 * of two at once finds those of the first. In a tab that is held, neither can end before both have begun.
 */
export async function drawWholeDocument(cdpSession: CDPSession): Promise<void> {
  const clip = { x: 0, y: 0, width: 1, height: 1, scale: 1 };
  const capture = () => cdpSession.send("Page.captureScreenshot", { clip, captureBeyondViewport: true });
  const captures = Promise.all([
    capture(),
    capture(),
    // The document of the tab's first address would have a process of its own, and the page would need another one.
    cdpSession.send("Page.navigate", { url: "about:blank" }),
    cdpSession.send("Runtime.runIfWaitingForDebugger"),
  ]);
  await within(captures.then(ignore, ignore), BEGIN_TIMEOUT_MS, ignore);
}
