/** What the job's options and the plan change in a finished PDF. */
import type { PdfWanted } from "#contract/pdf-file.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import type { PdfOptions } from "../page/paper.ts";

export type Changes = Omit<PdfWanted, "cap" | "pageRanges">;

/** What the job's row says of its file, whatever its options are. */
export interface Terms {
  tier: Tier;
  /** Text that marks the file of a test job; null for a live job. */
  mark: string | null;
}

export function changesOf(options: PdfOptions, { tier, mark }: Terms): Changes {
  const { metadata: properties, grayscale, password, ownerPassword, permissions } = options;
  const isProtected = password !== undefined || ownerPassword !== undefined;
  const protection = isProtected ? { password, ownerPassword, permissions } : undefined;
  return {
    watermark: PLANS[tier].watermark,
    mark: mark ?? undefined,
    properties,
    grayscale,
    protection,
  };
}

export function changesNothing({ watermark, mark, properties, grayscale, protection }: Changes): boolean {
  return !watermark && !mark && !properties && !grayscale && !protection;
}
