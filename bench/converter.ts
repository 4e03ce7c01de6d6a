/** The job that every contender in a table does, and what a contender is. */
import { OPTIONS } from "#contract/job/options.ts";
import { PAPER_INCHES, VIEWPORTS } from "#contract/job/values.ts";
import { PLANS } from "#contract/plans.ts";

export type Output = "pdf" | "jpeg";

const PX_PER_INCH = 96;
const MARGIN = Number.parseFloat(OPTIONS.pdfOptions.margin.top.default);
const CONTENT_PX = PAPER_INCHES.A4.width * PX_PER_INCH - 2 * MARGIN;

/** Named, so that the service lays a page out at a known width: text of 16 px is printed at 9 pt. */
const PDF_VIEWPORT = { width: Math.round(CONTENT_PX / 0.75), height: 1080 };

/** In puppeteer's words. The service's account is on the plan that these pages belong to. */
const PDF = {
  width: `${PAPER_INCHES.A4.width}in`,
  height: `${PAPER_INCHES.A4.height}in`,
  margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN },
  scale: CONTENT_PX / PDF_VIEWPORT.width,
  pageRanges: `1-${PLANS.pro.pagesPerPdf}`,
  printBackground: true,
  tagged: true,
  outline: true,
} as const;

const JPEG = { type: "jpeg", quality: OPTIONS.screenshotOptions.quality.default, fullPage: true } as const;

export interface Job {
  url: string;
  output: Output;
  viewport: { width: number; height: number };
  pdf: typeof PDF;
  jpeg: typeof JPEG;
  /** Matches once the page is complete: for all but the service, which finds out by itself. */
  ready: string | null;
}

export function jobOf(url: string, output: Output, ready: string | null): Job {
  return {
    url,
    output,
    viewport: output === "pdf" ? PDF_VIEWPORT : VIEWPORTS.desktop,
    pdf: PDF,
    jpeg: JPEG,
    ready,
  };
}

export interface Converter {
  name: string;
  /** Of the process that has started all its others. */
  pid: number;
  /** Jobs wait in a queue of its own for a free tab; the others open a tab for whatever they are asked. */
  hasQueue: boolean;
  /** Does the job; the file is thrown away. */
  convert(job: Job): Promise<void>;
  file(job: Job): Promise<Uint8Array>;
  close(): Promise<void>;
}
