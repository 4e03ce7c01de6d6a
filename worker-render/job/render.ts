/** Renders one job: opens the page, waits until it is ready, captures it, and yields the parts of the file. */
import type { JobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import { beginClearing, type Clearing } from "../clear/clearing.ts";
import { refuseFaults } from "../control/refuse-faults.ts";
import { prepareDocuments } from "../control/styles.ts";
import { takeSteps } from "../control/take-steps.ts";
import { hasSteps, loadRulesOf } from "../control/wishes.ts";
import { captureHtml, HTML_REACH } from "../document/capture-html.ts";
import { captureMarkdown, MARKDOWN_REACH } from "../document/capture-markdown.ts";
import { keepFonts } from "../document/keep-fonts.ts";
import { Budget } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import type { Rendered } from "../fault/rendered.ts";
import { PageFonts } from "../fonts/page-fonts.ts";
import { giveAccess } from "../page/access.ts";
import { emulate } from "../page/device.ts";
import { EarlyLook } from "../page/early-look.ts";
import { lookExpression, type Reach, showsText } from "../page/look.ts";
import { type OpenedPage, openPage, type Pdf } from "../page/open.ts";
import { makeReady, type ReadyPage } from "../page/readiness.ts";
import type { Captured, Shown } from "../page/shown.ts";
import { quiet } from "../page/user.ts";
import { desktopUserAgent } from "../page/user-agent.ts";
import { capturePdf, pdfReach } from "../pdf/capture-pdf.ts";
import type { Terms } from "../pdf/changes.ts";
import type { PdfService } from "../pdf/foreign-pdf.ts";
import { captureScreenshot, screenshotReach } from "../screenshot/capture-screenshot.ts";
import { showsWholePage } from "../screenshot/part.ts";
import type { Tab } from "../tab/tab.ts";
import type { Tabs } from "../tab/tabs.ts";
import { underGuard } from "../tab/under-guard.ts";

/** After this much waiting for a page the processor is free, and the next job's tab is opened. */
const TAB_AHEAD_MS = 100;

export interface RenderTask extends Terms {
  jobId: string;
  url: string;
  /** The document at `url` in Base64, if the request brought it. */
  document: string | null;
  options: JobOptions;
  /** Rewrites PDFs of other servers. */
  pdfService: PdfService;
  /** The bucket with the filter lists and the fonts. */
  bucket: Pick<R2Bucket, "get">;
}

/**
 * Renders the task. The parts of the result are made while they are read.
 * @throws PageFault for a fault of the page. Any other error is a fault of ours.
 */
export async function render(tabs: Tabs, task: RenderTask, journal: Journal): Promise<Rendered> {
  const { options, tier, mark, pdfService } = task;
  const budget = new Budget(LIMITS.renderBudgetMs);
  const show = () => showPage(tabs, task, budget, journal);
  const shown = await show();
  const capture = (): Promise<Captured> => {
    switch (options.outputType) {
      case "pdf": {
        const { printsFrames } = tabs;
        const again = show;
        return capturePdf(shown, { options, tier, mark, pdfService, printsFrames, budget, journal, again });
      }
      case "screenshot":
        return captureScreenshot(shown, options, mark, budget, journal);
      case "markdown":
        return captureMarkdown(shown, mark, budget, journal);
      case "html":
        return captureHtml(shown, mark, budget, journal);
    }
  };
  const captured = await capture();
  const { type, facts, title, thumbnail } = captured;
  const parts = partsOf(captured, tabs.done, journal);
  return { type, facts, title, parts, ...(thumbnail && { thumbnail }), done: tabs.done };
}

/** Opens the page in a new tab and makes it ready to be captured. */
export async function showPage(
  tabs: Tabs,
  task: RenderTask,
  budget: Budget,
  journal: Journal,
): Promise<Shown> {
  const { url, document, options, bucket } = task;
  const isWhole = options.outputType === "screenshot" && showsWholePage(options);
  const tab = await journal.time("tab", () => tabs.take(isWhole));
  return underGuard(tab, journal, async () => {
    const clearing = await beginClearing(tab, url, options.block, bucket);
    journal.enter("navigating");
    if (document !== null) tab.guard.serve(url, document);
    if (isWhole) await journal.time("tab", tab.drawWhole);
    const expression = lookExpression(options, { ...reachOf(options, task.tier), restless: false });
    const early = hasSteps(options) || clearing ? null : new EarlyLook(tab, expression);
    // All commands are sent at once: the tab responds to them only when it gets its first address.
    const settings = [
      giveAccess(tab, url, options, journal),
      emulate(tab, options, desktopUserAgent(tabs.userAgent)),
      prepareDocuments(tab.cdpSession, options),
      early?.prepare(),
      ...(options.outputType === "html" ? [keepFonts(tab)] : []),
    ];
    const [opened] = await Promise.all([
      openPage(tab, url, loadRulesOf(options), budget, journal),
      ...settings,
    ]);
    if (!options.javascript && opened.kind === "page") await journal.time("load", () => quiet(tab));
    journal.enter("preparing");
    const page =
      opened.kind === "page"
        ? await withTabAhead(tabs, prepare(tab, opened, clearing, early, task, budget, journal))
        : opened;
    journal.enter("capturing");
    return { tab, page };
  });
}

/** Takes the job's steps in the page, and makes it ready to be captured. */
async function prepare(
  tab: Tab,
  opened: OpenedPage,
  clearing: Clearing | null,
  early: EarlyLook | null,
  { options, tier, bucket }: RenderTask,
  budget: Budget,
  journal: Journal,
): Promise<ReadyPage | Pdf> {
  const end = await takeSteps(tab, opened, { wishes: options, budget, journal });
  if (end.kind === "pdf") return end;
  const fonts = showsText(options) ? new PageFonts(bucket) : null;
  const reach = reachOf(options, tier);
  const page = await makeReady(tab, end, clearing, fonts, early, options, reach, budget, journal);
  if (!("kind" in page)) await refuseFaults(tab, options, journal);
  return page;
}

function reachOf(options: JobOptions, tier: Tier): Reach {
  switch (options.outputType) {
    case "pdf":
      return pdfReach(options, tier);
    case "screenshot":
      return screenshotReach(options);
    case "markdown":
      return MARKDOWN_REACH;
    case "html":
      return HTML_REACH;
  }
}

function withTabAhead<T>(tabs: Tabs, work: Promise<T>): Promise<T> {
  const timer = setTimeout(tabs.ahead, TAB_AHEAD_MS);
  return work.finally(() => clearTimeout(timer));
}

/** Yields the parts of the file while the guard finds no breach. Calls `done` after the last part. */
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
