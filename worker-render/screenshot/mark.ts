/** Draws the mark of a test job over the part of the page that its screenshot shows. */
import { z } from "zod";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { orFault } from "../fault/budget.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Tab } from "../tab/tab.ts";
import type { Extent } from "./bands.ts";
import markInPage from "./mark.in-page.js";

const DRAW_MS = 5_000;

/** `left` counts from the page's first view. In an isolated world, where no script of the page has changed what the function uses. Throws PageFault. */
export async function drawMark(
  { cdpSession, targetId }: Pick<Tab, "cdpSession" | "targetId">,
  text: string,
  { left, top, cssWidth: width, cssHeight: height }: Extent,
): Promise<void> {
  const drawing = async () => {
    const world = await cdpSession.send("Page.createIsolatedWorld", { frameId: targetId });
    const mark = call(markInPage, { text, left, top, width, height });
    await evaluate(cdpSession, mark, z.literal(true), world.executionContextId);
  };
  const drawn = drawing().catch((error: unknown) => {
    if (error instanceof Navigated || error instanceof Spoiled)
      throw new PageFault("capture_failed", "capturing");
    throw error;
  });
  await orFault(drawn, DRAW_MS, "page_timeout", "capturing");
}
