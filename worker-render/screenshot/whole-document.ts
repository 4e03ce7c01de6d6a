/**
 * Captures below the window without disturbing the page. Chromium's `captureBeyondViewport` lays the page out in a window of
 * 1 × 1 px before each capture (crbug.com/40727379): images choose other sources, scripts hear of a resize, heights change.
 */
import { ignore } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { within } from "../fault/budget.ts";
import type { Extent } from "./bands.ts";
import { captureBand } from "./capture-band.ts";
import { isOneColour } from "./one-colour.ts";

/** Longest wait for the two captures of an empty page. */
const BEGIN_TIMEOUT_MS = 2_000;
/** Size of the small picture that is looked at. */
const LOOK_PX = 200;
const LOOK_WINDOWS = 3;
/** CSS px below the window's edge, where a small picture mixes rows of both sides. */
const EDGE_PX = 40;

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

/** Whether something is drawn below the window. False also where the page is of one colour there. */
export async function drawsWholeDocument(
  cdpSession: CDPSession,
  { left, cssWidth, cssHeight }: Pick<Extent, "left" | "cssWidth" | "cssHeight">,
  windowHeight: number,
  ratio: number,
): Promise<boolean> {
  const scale = (LOOK_PX / cssWidth) * ratio;
  const top = windowHeight + EDGE_PX;
  const height = Math.min(cssHeight - top, LOOK_WINDOWS * windowHeight);
  const rows = Math.round(height * scale);
  if (rows < 1) return false;
  const look = { type: "png", ratio, beyond: false } as const;
  const band = { top, height, rows };
  const extent = { left, top: 0, cssWidth, cssHeight, scale };
  return !isOneColour(await captureBand(cdpSession, look, extent, band));
}
