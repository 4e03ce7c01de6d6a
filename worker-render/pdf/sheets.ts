/** The tall paper and the number of sheets, for a page that is printed in one piece and cut. */
import { LIMITS } from "#contract/limits.ts";
import type { Paper } from "../page/paper.ts";

/** A tall paper with room for the content of `count` sheets of `paper`. */
export function tallPaper(paper: Paper, count: number): Paper {
  const content = paper.paperHeight - paper.marginTop - paper.marginBottom;
  return { ...paper, paperHeight: content * count + paper.marginTop + paper.marginBottom };
}

/** Number of sheets for a document of `heightPx`, with `sheetPx` on each one. */
export function sheetCount(heightPx: number, sheetPx: number): number {
  return Math.max(1, Math.ceil(Math.min(heightPx, LIMITS.screenshotHeightPx) / sheetPx));
}
