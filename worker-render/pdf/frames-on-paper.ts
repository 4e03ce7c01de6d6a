/** Prepares frames that have a process of their own for printing. In full Chromium, frames of other sites have one. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import type { Frame } from "../tab/frames.ts";
import type { Tab } from "../tab/tab.ts";
import keepBackgroundInPage from "./keep-background.in-page.js";

/** Longest time for one frame, because its scripts may hang. */
const FRAME_MS = 2_000;

/** Expression for the frame's address. It is empty for a frame that is too small to be visible. */
const ADDRESS = `innerWidth > 1 && innerHeight > 1 ? location.href.slice(0, ${LIMITS.warningUrlChars}) : ""`;

/**
 * Keeps the backgrounds of such frames, which Chromium would print without. The headless shell does not print the frames
 * at all: then each gets a warning.
 */
export async function putFramesOnPaper(tab: Tab, printsFrames: boolean, journal: Journal): Promise<void> {
  const isolated = tab.frames.all().filter((frame) => frame.isolated);
  if (printsFrames) {
    await Promise.all(isolated.map((frame) => evaluateIn(frame, call(keepBackgroundInPage), z.boolean())));
    return;
  }
  const urls = await Promise.all(isolated.map((frame) => evaluateIn(frame, ADDRESS, z.string())));
  for (const url of urls) {
    if (!url) continue;
    journal.warn({ code: "frame_left_out", message: "The browser cannot print this frame.", url });
  }
}

/** Evaluates the expression in the frame. Null when the frame does not respond. */
function evaluateIn<T>(
  { cdpSession, realm }: Frame,
  expression: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const response = evaluate(cdpSession, expression, schema, realm).catch(() => null);
  return within(response, FRAME_MS, () => null);
}
