/** Judges a page's figures, and prints the figures of all pages. */
import { z } from "zod";
import { printTable } from "../../tools/table.ts";
import type { Compared } from "./compare.ts";

/** Minimum share of the bare print's words, and of the visible words, that our PDF must have. */
const MIN_WORDS = 0.99;
/** Minimum similarity of full-page screenshots without a reason. */
const MIN_SIMILARITY = 0.95;

/** Accepted reasons for a difference, by the page's file name: in the PDF's words, or in the screenshot's looks. */
export const Reasons = z.record(
  z.string(),
  z.strictObject({ words: z.string().optional(), looks: z.string().optional() }),
);
export type Reasons = z.infer<typeof Reasons>;

export interface Verdict {
  faults: string[];
  /** The accepted reasons of the differences. */
  excuses: string[];
}

/** A PDF error is always a fault. A difference is a fault unless it has a reason. */
export function judge(page: Omit<Compared, "files">, reasons: Reasons): Verdict {
  const { words, looks } = reasons[page.name] ?? {};
  const differences: [differs: boolean, fault: string, reason: string | undefined][] = [
    [Math.min(page.pdf?.words ?? 1, page.pdf?.visible ?? 1) < MIN_WORDS, "words lost", words],
    [page.shotErrors.length > 0, page.shotErrors.join(", "), looks],
    [page.similarity !== null && page.similarity < MIN_SIMILARITY, "looks different", looks],
  ];
  const verdict: Verdict = { faults: [...page.pdfErrors], excuses: [] };
  for (const [differs, fault, reason] of differences) {
    if (!differs) continue;
    if (reason === undefined) verdict.faults.push(fault);
    else verdict.excuses.push(reason);
  }
  return verdict;
}

const share = (value: number | null | undefined) =>
  value === null || value === undefined ? "–" : value.toFixed(3);

export function printFigures(pages: readonly Compared[], reasons: Reasons): void {
  printTable(
    "Our PDF's share of the bare print's words and pictures; both PDFs' share of the visible words; similarity of the screenshots",
    ["page", "pages", "scale", "words", "visible", "bare", "pictures", "similarity", ""],
    pages.map((page) => {
      const { faults, excuses } = judge(page, reasons);
      return [
        page.name,
        page.pdf ? `${page.pdf.pages}${page.pdf.truncated ? "+" : ""}` : "–",
        page.pdf?.scale.toFixed(2) ?? "–",
        share(page.pdf?.words),
        share(page.pdf?.visible),
        share(page.pdf?.bareVisible),
        share(page.pdf?.images),
        share(page.similarity),
        [...faults, ...page.notes, ...excuses].join(", "),
      ];
    }),
  );
}
