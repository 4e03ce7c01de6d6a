/** What the job's options and the plan change in a finished PDF. */
import type { PdfWanted } from "#contract/pdf-file.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import type { PdfOptions } from "../page/paper.ts";

export type Changes = Omit<PdfWanted, "cap" | "pageRanges">;

export function changesOf({ metadata: properties, grayscale }: PdfOptions, tier: Tier): Changes {
  return { watermark: PLANS[tier].watermark, properties, grayscale };
}

export function changesNothing({ watermark, properties, grayscale }: Changes): boolean {
  return !watermark && !properties && !grayscale;
}
