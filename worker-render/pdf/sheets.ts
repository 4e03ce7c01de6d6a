/** Cuts one tall page into sheets. Used when Chromium hangs on the layout in sheets. */
import { PDFArray, type PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { LIMITS } from "#contract/limits.ts";
import type { Paper } from "../page/paper.ts";

const PT_PER_INCH = 72;

/** Size of the sheets in inches, as in `Paper`, and their number. */
export type Sheets = Pick<Paper, "paperWidth" | "paperHeight" | "marginTop" | "marginBottom"> & {
  count: number;
};

/** A tall paper with room for the content of `count` sheets of `paper`. */
export function tallPaper(paper: Paper, count: number): Paper {
  const content = paper.paperHeight - paper.marginTop - paper.marginBottom;
  return { ...paper, paperHeight: content * count + paper.marginTop + paper.marginBottom };
}

/** Replaces the first page by sheets. All share its content, and each one clips it to its own part. */
export function cutIntoSheets(document: PDFDocument, sheets: Sheets): void {
  const tall = document.getPage(0);
  const height = tall.getHeight();
  const top = sheets.marginTop * PT_PER_INCH;
  const bottom = sheets.marginBottom * PT_PER_INCH;
  const width = sheets.paperWidth * PT_PER_INCH;
  const content = sheets.paperHeight * PT_PER_INCH - top - bottom;
  const contents = tall.node.Contents();
  const painted = contents instanceof PDFArray ? contents.asArray() : [tall.node.get(PDFName.of("Contents"))];
  for (let index = 0; index < sheets.count; index += 1) {
    const upper = height - top - content * index;
    const lower = upper - content;
    const page = document.addPage([width, content + top + bottom]);
    const open = document.context.register(
      document.context.stream(`q 0 ${lower.toFixed(3)} ${width.toFixed(3)} ${content.toFixed(3)} re W n\n`),
    );
    const close = document.context.register(document.context.stream("\nQ\n"));
    page.node.set(
      PDFName.of("Contents"),
      document.context.obj([open, ...painted.filter((one) => one !== undefined), close]),
    );
    const resources = tall.node.Resources();
    if (resources) page.node.set(PDFName.of("Resources"), resources);
    page.setMediaBox(0, lower - bottom, width, content + top + bottom);
  }
  document.removePage(0);
}

/** Number of sheets for a document of `heightPx`, with `sheetPx` on each one and at most `cap` sheets. */
export function sheetCount(heightPx: number, sheetPx: number, cap: number): number {
  return Math.max(1, Math.min(cap, Math.ceil(Math.min(heightPx, LIMITS.screenshotHeightPx) / sheetPx)));
}
