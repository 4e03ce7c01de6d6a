/** What the job's options and the plan change in a finished PDF. */
import type { PdfWanted } from "#contract/pdf-file.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import type { PdfOptions } from "../page/paper.ts";

export type Changes = Omit<PdfWanted, "cap" | "pageRanges">;

export function changesOf(options: PdfOptions, tier: Tier): Changes {
  const { metadata: properties, grayscale, password, ownerPassword, permissions } = options;
  const isProtected = password !== undefined || ownerPassword !== undefined;
  const protection = isProtected ? { password, ownerPassword, permissions } : undefined;
  return { watermark: PLANS[tier].watermark, properties, grayscale, protection };
}

export function changesNothing({ watermark, properties, grayscale, protection }: Changes): boolean {
  return !watermark && !properties && !grayscale && !protection;
}
