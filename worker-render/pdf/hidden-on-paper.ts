/** Some pages hide everything from paper; an empty sheet is no document. */
import { z } from "zod";
import type { CDPSession } from "../browser/devtools.ts";
import { type Budget, type Journal, orFault } from "../budget.ts";
import { call, evaluate, Spoiled } from "../page/in-page.ts";
import paintsInPage from "../page/paints.in-page.js";

const LOOK_MS = 3_000;

/** Leaves the tab with the styles to print it with: those for the screen where the ones for paper show nothing. */
export async function showOnPaper(session: CDPSession, budget: Budget, journal: Journal): Promise<void> {
  const ms = budget.share(LOOK_MS);
  const [, visible] = await Promise.all([
    session.send("Emulation.setEmulatedMedia", { media: "print" }),
    orFault(evaluate(session, call(paintsInPage), z.boolean()), ms, "page_timeout", "capturing").catch(
      asShown,
    ),
  ]);
  await session.send("Emulation.setEmulatedMedia", { media: visible ? "" : "screen" });
  if (visible) return;
  journal.warn({
    code: "hidden_on_paper",
    message: "The page hides itself when printed; it was printed as on screen.",
  });
}

function asShown(error: unknown): boolean {
  if (error instanceof Spoiled) return true;
  throw error;
}
