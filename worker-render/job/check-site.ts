/** A site check: opens the page as for a screenshot and looks for the button in it and in its frames. */
import { LIMITS } from "#contract/limits.ts";
import { WIDGET_PATH, WIDGET_TAG } from "#contract/widget/embed.ts";
import { CheckedDocument, MAX_CHECKED, type SiteFound } from "#contract/widget/site-check.ts";
import { call, evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { Budget, orFault, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import type { Tab } from "../tab/tab.ts";
import type { Tabs } from "../tab/tabs.ts";
import { underGuard } from "../tab/under-guard.ts";
import findButtonsInPage from "./find-buttons.in-page.js";
import { type RenderTask, showPage } from "./render.ts";

/** Longest time for looking into the page, and into each frame. */
const PAGE_MS = 5_000;
const FRAME_MS = 2_000;

/** Finds the button and stores what it has found as JSON. @throws PageFault */
export async function checkSite(tabs: Tabs, task: RenderTask, journal: Journal): Promise<Rendered> {
  const { tab, page } = await showPage(tabs, task, new Budget(LIMITS.renderBudgetMs), journal);
  if ("kind" in page) throw new PageFault("not_a_page", "preparing");
  const found = await underGuard(tab, journal, () => findButtons(tab));
  const facts = { pages: null, truncated: null };
  return { type: "json", facts, title: page.title, parts: partsOf(found), done: tabs.done };
}

async function findButtons({ cdpSession, frames, traffic }: Tab): Promise<SiteFound> {
  const expression = call(findButtonsInPage, WIDGET_TAG, WIDGET_PATH, MAX_CHECKED);
  const page = evaluate(cdpSession, expression, CheckedDocument);
  const inFrames = frames.all().slice(0, MAX_CHECKED.documents);
  const framed = inFrames.map((frame) => {
    const found = evaluate(frame.cdpSession, expression, CheckedDocument, frame.realm).catch(() => null);
    return within(found, FRAME_MS, () => null);
  });
  const [own, ...others] = await Promise.all([
    orFault(page.catch(refuseUnreadable), PAGE_MS, "page_timeout", "capturing"),
    ...framed,
  ]);
  return {
    documents: [own, ...others.filter((found) => found !== null)],
    failed: traffic.failures().flatMap(({ url }) => url ?? []),
    blocked: [...traffic.blockedScripts],
  };
}

/** A page can replace built-in functions, or itself at this moment. That is no fault of ours. */
function refuseUnreadable(error: unknown): never {
  if (!(error instanceof Spoiled || error instanceof Navigated)) throw error;
  throw new PageFault("not_a_page", "capturing", "The page could not be inspected.");
}

async function* partsOf(found: SiteFound): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(found));
}
