/** What frames that have a process of their own need to be printed, as frames of other sites have in full Chromium. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import type { Frame } from "../tab/frames.ts";
import type { Tab } from "../tab/tab.ts";
import keepBackgroundInPage from "./keep-background.in-page.js";

/** A frame's scripts may hang. */
const FRAME_MS = 2_000;

/** Empty for a frame that is too small to be seen. */
const ADDRESS = `innerWidth > 1 && innerHeight > 1 ? location.href.slice(0, ${LIMITS.warningUrlChars}) : ""`;

/** Chromium prints such frames without backgrounds; its headless shell leaves them blank as a whole. */
export async function putFramesOnPaper(tab: Tab, printed: boolean, journal: Journal): Promise<void> {
  const isolated = tab.frames.all().filter((frame) => frame.isolated);
  if (printed) {
    await Promise.all(isolated.map((frame) => ask(frame, call(keepBackgroundInPage), z.boolean())));
    return;
  }
  const seen = await Promise.all(isolated.map((frame) => ask(frame, ADDRESS, z.string())));
  for (const url of seen) {
    if (!url) continue;
    journal.warn({ code: "frame_left_out", message: "The browser cannot print this frame.", url });
  }
}

/** Null when it does not answer. */
function ask<T>({ cdpSession, realm }: Frame, expression: string, schema: z.ZodType<T>): Promise<T | null> {
  const response = evaluate(cdpSession, expression, schema, realm).catch(() => null);
  return within(response, FRAME_MS, () => null);
}
