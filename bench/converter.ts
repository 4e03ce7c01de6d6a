/** The job that all contenders of a table do, and the interface of a contender. */
import { OPTIONS } from "#contract/job/options.ts";
import { PAPER_INCHES, VIEWPORTS } from "#contract/job/values.ts";
import { PLANS } from "#contract/plans.ts";

export type Output = "pdf" | "jpeg";

const PX_PER_INCH = 96;
const MARGIN = Number.parseFloat(OPTIONS.pdfOptions.margin.top.default);
const CONTENT_PX = PAPER_INCHES.A4.width * PX_PER_INCH - 2 * MARGIN;

/** Given, so that the service lays a page out at a known width. Text of 16 px is then printed at 9 pt. */
const PDF_VIEWPORT = { width: Math.round(CONTENT_PX / 0.75), height: 1080 };

/** Puppeteer's options. The page range is that of the Pro plan, which the service's accounts have. */
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
  /** A selector that matches once the page is complete. The service does not get it and decides itself. */
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
  /** The process that has started all other processes of the converter. */
  pid: number;
  /** Whether jobs wait in a queue for a free tab. Otherwise each job opens a tab at once. */
  hasQueue: boolean;
  /** Does the job and discards the file. */
  convert(job: Job): Promise<void>;
  file(job: Job): Promise<Uint8Array>;
  close(): Promise<void>;
}
