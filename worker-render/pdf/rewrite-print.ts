/** Rewrites a print of the browser: watermark, or cutting into sheets. Only one print at a time is in memory. */
import { createMutex } from "#pdf/mutex.ts";
import { PdfFault } from "#pdf/pdf-fault.ts";
import { type Rewrite, type Rewritten, rewritePdf } from "#pdf/rewrite.ts";
import { PageFault } from "../fault/page-fault.ts";
import { gather } from "./gather.ts";

const withMutex = createMutex();

/**
 * The caller must have `parts` ready, because other prints wait until this one is done.
 * @throws PageFault `result_too_large` above `LIMITS.pdfRewriteBytes`, `unreadable_pdf` for a print beyond the bounds
 */
export function rewritePrint(parts: AsyncIterable<Uint8Array>, wanted: Rewrite): Promise<Rewritten> {
  return withMutex(async () => {
    try {
      return await rewritePdf(await gather(parts), wanted);
    } catch (error) {
      if (error instanceof PdfFault) throw new PageFault(error.code, "capturing");
      throw error;
    }
  });
}
