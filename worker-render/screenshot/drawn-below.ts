/** Looks whether a tab draws what is below its window (see `tab/whole-document.ts`). */
import type { CDPSession } from "../devtools/devtools.ts";
import type { Extent } from "./bands.ts";
import { captureBand } from "./capture-band.ts";
import { isOneColour } from "./one-colour.ts";

/** Size of the small picture that is looked at. */
const LOOK_PX = 200;
const LOOK_WINDOWS = 3;
/** CSS px below the window's edge, where a small picture mixes rows of both sides. */
const EDGE_PX = 40;

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
