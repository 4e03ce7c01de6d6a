/** What is held against a page's figures, and the table of them all. */
import { z } from "zod";
import { printTable } from "../../tools/table.ts";
import type { Compared } from "./compare.ts";

/** Of the words of the bare print, and of those that can be seen in the document, in any PDF of ours. */
const MIN_WORDS = 0.99;
/** Of full-page screenshots, where no reason is named. */
const MIN_SIMILARITY = 0.95;

/** Why a page differs, by the page's file name: in the words of its PDF, in the looks of its screenshot. */
export const Reasons = z.record(
  z.string(),
  z.strictObject({ words: z.string().optional(), looks: z.string().optional() }),
);
export type Reasons = z.infer<typeof Reasons>;

export interface Verdict {
  faults: string[];
  /** Named reasons of what differs. */
  excuses: string[];
}

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
    "Words and pictures of our PDF, of those in the bare print; words that can be seen, in ours and in the bare print; screenshots",
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
