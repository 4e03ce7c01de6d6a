/** The sheet of a PDF, and how wide the page is laid out for it. */
import type { Protocol } from "devtools-protocol";
import { parseCssLength } from "#contract/job/css-length.ts";
import type { PdfJobOptions } from "#contract/job/request.ts";
import { PAPER_INCHES, PDF_SCALE } from "#contract/job/values.ts";

export type PdfOptions = PdfJobOptions["pdfOptions"];
export type Paper = Required<
  Pick<
    Protocol.Page.PrintToPDFRequest,
    "paperWidth" | "paperHeight" | "marginTop" | "marginRight" | "marginBottom" | "marginLeft" | "scale"
  >
>;
export type Sides = { left: number; right: number };

const PX_PER_INCH = 96;
/** Chromium's bounds. */
export const MIN_SCALE = 0.1;
const MAX_SCALE = 2;

/** Inches, with margins that leave room for content. */
function sheetOf({ format, landscape, margin }: PdfOptions): Omit<Paper, "scale"> {
  const sides = PAPER_INCHES[format];
  const width = landscape ? Math.max(sides.width, sides.height) : sides.width;
  const height = landscape ? Math.min(sides.width, sides.height) : sides.height;
  const [left, right] = fitMargins(margin.left, margin.right, width);
  const [top, bottom] = fitMargins(margin.top, margin.bottom, height);
  return {
    paperWidth: width,
    paperHeight: height,
    marginLeft: left,
    marginRight: right,
    marginTop: top,
    marginBottom: bottom,
  };
}

function inches(length: string): number {
  return (parseCssLength(length) ?? 0) / PX_PER_INCH;
}

/** Margins in inches; two that would leave less than a tenth of the side are made smaller, in proportion. */
function fitMargins(oneLength: string, otherLength: string, sideInches: number): [number, number] {
  const one = inches(oneLength);
  const other = inches(otherLength);
  const shrink = Math.min(1, (sideInches * 0.9) / (one + other || 1));
  return [one * shrink, other * shrink];
}

/** Width between the margins in px of the paper: those of the page's own `@page` rule replace the options'. */
export function contentPx(options: PdfOptions, own: Partial<Sides> = {}): number {
  const { paperWidth, marginLeft, marginRight } = sheetOf(options);
  const paperPx = paperWidth * PX_PER_INCH;
  const left = own.left ?? marginLeft * PX_PER_INCH;
  const right = own.right ?? marginRight * PX_PER_INCH;
  // The page says what it likes.
  return Math.min(paperPx, Math.max(1, paperPx - left - right));
}

/** The sheet, with the scale at which a layout of this width fills it. */
export function paperOf(options: PdfOptions, scale: number): Paper {
  return { ...sheetOf(options), scale };
}

/** The scale at which a layout of the given width fills the paper, or the nearest that is allowed. */
export function scaleFor(options: PdfOptions, widthPx: number): number {
  const least = options.viewport.fitPaper ? PDF_SCALE.least : PDF_SCALE.leastAsked;
  return Math.min(MAX_SCALE, Math.max(least, contentPx(options) / widthPx));
}

/** Width of the window that the page sees: the viewport's, or where the paper decides, that of the layout on paper. */
export function windowPx(options: PdfOptions): number {
  const { viewport } = options;
  if (!viewport.fitPaper) return viewport.width;
  return Math.max(1, Math.min(viewport.width, Math.floor(contentPx(options) / PDF_SCALE.least)));
}

/** Height of the page's own px that one sheet takes. */
export function sheetPx(paper: Paper): number {
  return ((paper.paperHeight - paper.marginTop - paper.marginBottom) * PX_PER_INCH) / paper.scale;
}

/** The most px of the page that one sheet takes, but for pages that have to be made still smaller. */
export function reachPx(options: PdfOptions): number {
  return sheetPx(paperOf(options, Math.min(PDF_SCALE.leastAsked, scaleFor(options, options.viewport.width))));
}
