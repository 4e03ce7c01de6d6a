/** The size of a PDF's sheets, and the width for which the page is laid out. */
import type { Protocol } from "devtools-protocol";
import { parseCssLength } from "#contract/job/css-length.ts";
import type { PdfJobOptions } from "#contract/job/request.ts";
import { PAPER_INCHES, PDF_SCALE } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";

export type PdfOptions = PdfJobOptions["pdfOptions"];
export type Paper = Required<
  Pick<
    Protocol.Page.PrintToPDFRequest,
    "paperWidth" | "paperHeight" | "marginTop" | "marginRight" | "marginBottom" | "marginLeft" | "scale"
  >
>;
export type Sides = { left: number; right: number };

export const PX_PER_INCH = 96;
/** For margins that sheets cut off: up to a quarter of each. One more sheet is for all the rest. */
const MARGINS_SHARE = 1.25;

/** Size and margins of a sheet in inches. The margins leave room for content. */
function sheetOf(options: PdfOptions): Omit<Paper, "scale"> {
  const { format, landscape, margin } = options;
  const sides = PAPER_INCHES[format];
  const turned = landscape && sides.width < sides.height;
  const width = options.width ? inches(options.width) : turned ? sides.height : sides.width;
  const height = options.height ? inches(options.height) : turned ? sides.width : sides.height;
  const [left, right] = fitMargins(inches(margin.left), inches(margin.right), width);
  const [top, bottom] = fitMargins(
    marginBeside(options.headerTemplate, margin.top),
    marginBeside(options.footerTemplate, margin.bottom),
    height,
  );
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

/** The margin in inches, with room for its header or footer. */
function marginBeside(template: string | undefined, margin: string): number {
  return Math.max(inches(margin), template ? LIMITS.templateMarginPx / PX_PER_INCH : 0);
}

/** Two opposite margins. If they would leave less than a tenth of the side, both are shrunk in proportion. */
function fitMargins(one: number, other: number, sideInches: number): [number, number] {
  const shrink = Math.min(1, (sideInches * 0.9) / (one + other || 1));
  return [one * shrink, other * shrink];
}

/** Width of the options' sheet, in px. */
export function sheetWidthPx(options: PdfOptions): number {
  return sheetOf(options).paperWidth * PX_PER_INCH;
}

/**
 * Width between the margins, in px at scale 1. `own`: margins and width of the page's `@page` rules, which replace those of the
 * options.
 */
export function contentPx(options: PdfOptions, own: Partial<Sides & { width: number }> = {}): number {
  const { marginLeft, marginRight } = sheetOf(options);
  const paperPx = Math.min(own.width ?? sheetWidthPx(options), LIMITS.paperPx);
  const left = own.left ?? marginLeft * PX_PER_INCH;
  const right = own.right ?? marginRight * PX_PER_INCH;
  // The page's own margins may have any size.
  return Math.min(paperPx, Math.max(1, paperPx - left - right));
}

/** The sheet and the scale, as `Page.printToPDF` takes them. */
export function paperOf(options: PdfOptions, scale: number): Paper {
  return { ...sheetOf(options), scale };
}

/** The scale of the options, or that at which a layout of `widthPx` fills the paper, or the nearest allowed one. */
export function scaleFor(options: PdfOptions, widthPx: number): number {
  if (options.scale !== undefined) return options.scale;
  const min = options.viewport.fitPaper ? PDF_SCALE.least : PDF_SCALE.leastAsked;
  return Math.min(PDF_SCALE.max, Math.max(min, contentPx(options) / widthPx));
}

/**
 * Width of the window in CSS px: what fits the paper at the options' scale, else the viewport's, or with `fitPaper` at most
 * the widest layout that fits the paper.
 */
export function windowPx(options: PdfOptions): number {
  const { viewport, scale } = options;
  if (scale !== undefined) return Math.max(1, Math.round(contentPx(options) / scale));
  if (!viewport.fitPaper) return viewport.width;
  return Math.max(1, Math.min(viewport.width, Math.floor(contentPx(options) / PDF_SCALE.least)));
}

/** Height in CSS px of the part of the page that fits on one sheet. */
export function sheetPx(paper: Paper): number {
  return ((paper.paperHeight - paper.marginTop - paper.marginBottom) * PX_PER_INCH) / paper.scale;
}

/**
 * Height in CSS px of the part of a page, as its window shows it, that ends up on so many sheets. Content can stand higher on
 * paper: margins end at the edge of a sheet, and parts as tall as the window are as tall as the sheet.
 */
export function laidOutPx(options: PdfOptions, sheets: number): number {
  if (options.singlePage) return reachPx(options) * sheets;
  const onePx = sheetPx(paperOf(options, scaleFor(options, windowPx(options))));
  return Math.max(onePx, options.viewport.height) * (sheets * MARGINS_SHARE + 1);
}

/** Like `laidOutPx`, for a page that is scaled down to the smallest scale because it is wide. */
export function laidOutPxAtMost(options: PdfOptions, sheets: number): number {
  const onePx = sheetPx(paperOf(options, PDF_SCALE.min));
  return Math.max(onePx, options.viewport.height) * (sheets * MARGINS_SHARE + 1);
}

/** Like `sheetPx`, for the tallest possible sheet at the smallest usual scale: the height of the page that may end up on one sheet. */
export function reachPx(options: PdfOptions): number {
  if (options.singlePage) return LIMITS.paperPx / (options.scale ?? PDF_SCALE.leastAsked);
  return sheetPx(paperOf(options, Math.min(PDF_SCALE.leastAsked, scaleFor(options, options.viewport.width))));
}
