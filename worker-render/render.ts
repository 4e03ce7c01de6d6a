/** One job in one tab: open the page, wait until it is ready, capture it. */
import type { Page } from "@cloudflare/puppeteer";
import type { JobOptions } from "#contract/job-request.ts";
import type { JobStage } from "#contract/job-state.ts";
import type { JobTimings, JobWarning } from "#contract/job-view.ts";
import { type FileType, PAPER_INCHES } from "#contract/option-values.ts";
import type { Tier } from "#contract/plans.ts";
import { PageFault } from "./page-fault.ts";

export interface RenderTask {
  jobId: string;
  url: string;
  options: JobOptions;
  tier: Tier;
}

export interface Rendered {
  type: FileType;
  /** What goes to R2, in parts. */
  body: ReadableStream<Uint8Array> | Uint8Array;
  /** PDF only. */
  pages: number | null;
  truncated: boolean | null;
  /** The document's own title, for the file's name. */
  title: string;
  warnings: JobWarning[];
  timings: JobTimings;
}

/** Renders the task in the given fresh tab; `enter` is told of each stage. */
export async function render(
  page: Page,
  task: RenderTask,
  enter: (stage: JobStage) => void,
): Promise<Rendered> {
  const { options } = task;
  const startedAt = Date.now();
  enter("navigating");
  await page.setViewport(options.viewport);
  const response = await page.goto(task.url, { waitUntil: "load", timeout: 30_000 });
  if (!response || response.status() >= 400) throw new PageFault("http_error", "navigating");
  const loadedAt = Date.now();
  enter("capturing");
  const title = await page.title();
  const shared = { title, warnings: [] };
  const timings = () => ({ navigate: loadedAt - startedAt, capture: Date.now() - loadedAt });
  if (options.outputType === "pdf") {
    const paper = PAPER_INCHES[options.format];
    const body = await page.pdf({
      width: `${paper.width}in`,
      height: `${paper.height}in`,
      margin: options.marginPx,
      printBackground: true,
    });
    return {
      ...shared,
      type: "pdf",
      body: new Uint8Array(body),
      pages: null,
      truncated: null,
      timings: timings(),
    };
  }
  const { type, quality, fullPage } = options;
  const body = await page.screenshot({ type, fullPage, ...(quality === null ? {} : { quality }) });
  return { ...shared, type, body: new Uint8Array(body), pages: null, truncated: null, timings: timings() };
}
