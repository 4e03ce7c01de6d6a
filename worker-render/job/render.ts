/** One job: open the page, wait until it is ready, capture it. */
import type { JobOptions } from "#contract/job/request.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import { Budget } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import { emulate, pixelRatio } from "../page/device.ts";
import { openPage } from "../page/open.ts";
import { reachPx } from "../page/paper.ts";
import { makeReady, type Reach, type ReadyPage } from "../page/readiness.ts";
import { putFramesOnPaper } from "../pdf/frames-on-paper.ts";
import { layOut, layOutScreen } from "../pdf/lay-out.ts";
import { makePdf, makePdfFromTall, PrintHangs } from "../pdf/make-pdf.ts";
import { passThrough } from "../pdf/pass-through.ts";
import { refuseBlank } from "../pdf/refuse-blank.ts";
import { pictureFrames } from "../screenshot/frame-pictures.ts";
import { shoot } from "../screenshot/shoot.ts";
import { drawWholeDocument } from "../screenshot/whole-document.ts";
import { CLOSING_MS, type Tab } from "../tab/tab.ts";
import type { Tabs } from "../tab/tabs.ts";

/** The news that a tab is lost may come a moment after what it broke. */
const LOST_MS = CLOSING_MS + 100;
/** A page that is waited for this long leaves the processor free for the next job's tab. */
const WAITING_MS = 100;

/** Longest time that the frames below the first screen of a picture may take. */
const FRAMES_MS = 5_000;

export interface RenderTask {
  jobId: string;
  url: string;
  options: JobOptions;
  tier: Tier;
}

/** Renders the task. Throws PageFault for what the page is to blame for; any other error is ours. */
export async function render(tabs: Tabs, task: RenderTask, journal: Journal): Promise<Rendered> {
  const budget = new Budget(LIMITS.renderBudgetMs);
  try {
    return await inTab(tabs, task, budget, journal, capture);
  } catch (error) {
    if (!(error instanceof PrintHangs)) throw error;
    journal.warn({
      code: "print_layout",
      message: "The page could not be laid out in sheets; it was printed as one and cut.",
    });
    return await inTab(tabs, task, budget, journal, captureTall);
  }
}

type Capture = (
  tab: Tab,
  page: ReadyPage,
  task: RenderTask,
  budget: Budget,
  journal: Journal,
) => Promise<Pick<Rendered, "type" | "parts" | "facts">>;

async function inTab(
  tabs: Tabs,
  task: RenderTask,
  budget: Budget,
  journal: Journal,
  take: Capture,
): Promise<Rendered> {
  const tab = await journal.time("tab", () => tabs.take());
  const work = renderIn(tab, tabs, task, budget, journal, take);
  try {
    const rendered = await tab.guard.during(Promise.race([work, tab.lost]));
    return { ...rendered, parts: whileGuarded(tab, rendered, journal) };
  } catch (error) {
    // A lost tab also breaks whatever was asked of it; that it is lost is the better reason.
    if (error instanceof PageFault || error instanceof PrintHangs) throw error;
    await Promise.race([tab.lost, new Promise((resolve) => setTimeout(resolve, LOST_MS))]);
    throw error;
  } finally {
    tellBlocked(tab, journal);
  }
}

function tellBlocked({ guard }: Tab, journal: Journal): void {
  for (const warning of guard.warnings()) journal.warn(warning);
}

/** The file is whole only if the guard saw no breach until its last part; then the tab has done its work. */
async function* whileGuarded(
  tab: Tab,
  { parts, done }: Rendered,
  journal: Journal,
): AsyncGenerator<Uint8Array> {
  const reader = parts[Symbol.asyncIterator]();
  for (;;) {
    const part = await journal.time("capture", () =>
      tab.guard.during(Promise.race([reader.next(), tab.lost])),
    );
    if (part.done) break;
    yield part.value;
  }
  // A picture is taken while its parts are read, and the page goes on meanwhile.
  tellBlocked(tab, journal);
  done();
}

async function renderIn(
  tab: Tab,
  tabs: Tabs,
  task: RenderTask,
  budget: Budget,
  journal: Journal,
  take: Capture,
): Promise<Rendered> {
  const { options } = task;
  journal.enter("navigating");
  if (options.outputType === "screenshot" && options.screenshotOptions.fullPage)
    await journal.time("tab", () => drawWholeDocument(tab.session));
  // Sent one after the other, answered together: the tab stands still until it is led somewhere.
  const [, opened] = await Promise.all([
    emulate(tab.session, options, tabs.userAgent),
    openPage(tab, task.url, budget, journal),
  ]);
  journal.enter("preparing");
  const page =
    opened.kind === "page"
      ? await withTabAhead(tabs, makeReady(tab, opened, options, reachOf(task), budget, journal))
      : opened;
  journal.enter("capturing");
  if ("kind" in page) {
    if (options.outputType === "pdf") {
      return { ...(await passThrough(tab, page.url, task.tier, budget)), done: tabs.done };
    }
    throw new PageFault("not_a_page", "navigating", "The address is a PDF, of which no screenshot is taken.");
  }
  const made = await journal.time("capture", async () => {
    if (options.outputType === "pdf") await putFramesOnPaper(tab, tabs.printsFrames, journal);
    return take(tab, page, task, budget, journal);
  });
  made.facts.completeness = page.completeness;
  return { ...made, title: page.title, done: tabs.done };
}

function withTabAhead<T>(tabs: Tabs, work: Promise<T>): Promise<T> {
  const timer = setTimeout(tabs.ahead, WAITING_MS);
  return work.finally(() => clearTimeout(timer));
}

/** What of the page ends up in the result. */
function reachOf({ options, tier }: RenderTask): Reach {
  if (options.outputType === "pdf") {
    return { wholePage: true, reachPx: reachPx(options.pdfOptions) * PLANS[tier].pagesPerPdf };
  }
  const ratio = pixelRatio(options);
  return { wholePage: options.screenshotOptions.fullPage, reachPx: LIMITS.screenshotHeightPx / ratio };
}

const capture: Capture = async (tab, page, { options, tier }, budget, journal) => {
  const { session } = tab;
  if (options.outputType === "pdf") {
    const layout = await layOut({ session, options, page, journal }, budget);
    const made = await makePdf(session, layout, tier, budget);
    return { ...made, type: "pdf", parts: page.hasWords ? refuseBlank(made.parts) : made.parts };
  }
  const parts = shoot(session, options, page, journal);
  await pictureFrames(tab, options, page, budget.share(FRAMES_MS));
  return { type: options.screenshotOptions.type, parts, facts: { pages: null, truncated: null } };
};

const captureTall: Capture = async ({ session }, page, { options, tier }, budget, journal) => {
  if (options.outputType !== "pdf") throw new PageFault("capture_failed", "capturing");
  const layout = await layOutScreen({ session, options, page, journal }, budget);
  return { type: "pdf", ...(await makePdfFromTall(session, layout, tier, budget)) };
};
