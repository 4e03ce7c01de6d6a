/** Stops what moves in a page and its frames, so that two screenshots of a page are the same. */
import { z } from "zod";
import { call, evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import freezeInPage from "../page/freeze.in-page.js";
import type { Tab } from "../tab/tab.ts";

/** Longest wait for a page or frame, because its scripts may hang. */
const FREEZE_TIMEOUT_MS = 2_000;

/** `moves`: whether something in the page itself moves. A page that does not respond is captured as it is. */
export async function freeze({ cdpSession, frames }: Tab, moves: boolean): Promise<void> {
  const expression = call(freezeInPage, true);
  const stopped = frames
    .all()
    .map((frame) => evaluate(frame.cdpSession, expression, z.boolean(), frame.realm));
  if (moves) stopped.push(evaluate(cdpSession, expression, z.boolean()));
  await Promise.all(
    stopped.map((one) =>
      within(
        one.catch(() => false),
        FREEZE_TIMEOUT_MS,
        () => false,
      ),
    ),
  );
}
