/** One job: open the page, wait until it is ready, capture it, and hand out the file's parts. */
import type { JobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import { Budget } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import type { Rendered } from "../fault/rendered.ts";
import { emulate } from "../page/device.ts";
import { openPage } from "../page/open.ts";
import { makeReady } from "../page/readiness.ts";
import type { Captured, Shown } from "../page/shown.ts";
import { capturePdf, pdfReach } from "../pdf/capture-pdf.ts";
import { captureScreenshot, screenshotReach } from "../screenshot/capture-screenshot.ts";
import { drawWholeDocument } from "../screenshot/whole-document.ts";
import type { Tabs } from "../tab/tabs.ts";
import { underGuard } from "../tab/under-guard.ts";

/** A page that is waited for this long leaves the processor free for the next job's tab. */
const WAITING_MS = 100;

export interface RenderTask {
  jobId: string;
  url: string;
  options: JobOptions;
  tier: Tier;
}

/** Renders the task. Throws PageFault for what the page is to blame for; any other error is ours. */
export async function render(tabs: Tabs, task: RenderTask, journal: Journal): Promise<Rendered> {
  const { options, tier } = task;
  const budget = new Budget(LIMITS.renderBudgetMs);
  const show = () => showPage(tabs, task, budget, journal);
  const shown = await show();
  const captured =
    options.outputType === "pdf"
      ? await capturePdf(shown, {
          options,
          tier,
          printsFrames: tabs.printsFrames,
          budget,
          journal,
          again: show,
        })
      : await captureScreenshot(shown, options, budget, journal);
  const { type, facts, title } = captured;
  return { type, facts, title, parts: partsOf(captured, tabs.done, journal), done: tabs.done };
}

/** A fresh tab that shows the page, ready to be captured. */
async function showPage(tabs: Tabs, task: RenderTask, budget: Budget, journal: Journal): Promise<Shown> {
  const { url, options, tier } = task;
  const tab = await journal.time("tab", () => tabs.take());
  return underGuard(tab, journal, async () => {
    journal.enter("navigating");
    if (options.outputType === "screenshot" && options.screenshotOptions.fullPage)
      await journal.time("tab", () => drawWholeDocument(tab.cdpSession));
    // Sent one after the other, answered together: the tab stands still until it is led somewhere.
    const [, opened] = await Promise.all([
      emulate(tab.cdpSession, options, tabs.userAgent),
      openPage(tab, url, budget, journal),
    ]);
    journal.enter("preparing");
    const reach = options.outputType === "pdf" ? pdfReach(options, tier) : screenshotReach(options);
    const page =
      opened.kind === "page"
        ? await withTabAhead(tabs, makeReady(tab, opened, options, reach, budget, journal))
        : opened;
    journal.enter("capturing");
    return { tab, page };
  });
}

function withTabAhead<T>(tabs: Tabs, work: Promise<T>): Promise<T> {
  const timer = setTimeout(tabs.ahead, WAITING_MS);
  return work.finally(() => clearTimeout(timer));
}

/** The file is whole only if the guard saw no breach until its last part; then the tab has done its work. */
async function* partsOf(
  { tab, parts }: Captured,
  done: () => void,
  journal: Journal,
): AsyncGenerator<Uint8Array> {
  const reader = parts[Symbol.asyncIterator]();
  const next = () => underGuard(tab, journal, () => reader.next());
  for (;;) {
    const part = await journal.time("capture", next);
    if (part.done) break;
    yield part.value;
  }
  done();
}
