/** Rewrites a PDF of another server in worker-pdf, apart from all other jobs. */
import { PDF_HEADER, PdfResult, type PdfWanted } from "#contract/pdf-file.ts";
import { log } from "#log/log.ts";
import { createMutex } from "#pdf/mutex.ts";
import type { Rewritten } from "#pdf/rewrite.ts";
import type { Budget } from "../fault/budget.ts";
import { PageFault } from "../fault/page-fault.ts";

/** The binding of worker-pdf. */
export type PdfService = Pick<Fetcher, "fetch">;

/** Twice worker-pdf's limit of processor time, because other files use the same processor. */
const REWRITE_TIMEOUT_MS = 20_000;
/** Time that is left to store the file. */
const RESERVE_MS = 2_000;
/** The service binding ignores the host. */
const ADDRESS = "https://pdf.invalid/";

/** One file at a time, so that a file which breaks worker-pdf takes no other file of this Worker with it. */
const withMutex = createMutex();

/**
 * Rewrites the file. If worker-pdf dies, the file gets one more try, because an earlier file may have used up its memory.
 * @throws PageFault `unreadable_pdf`, also when worker-pdf dies twice; `page_timeout` without a response in time, which a busy
 * machine causes too; `result_too_large`
 */
export function rewriteForeign(
  service: PdfService,
  file: Uint8Array,
  wanted: PdfWanted,
  budget: Budget,
): Promise<Rewritten> {
  return withMutex(async () => {
    const signal = AbortSignal.timeout(budget.share(REWRITE_TIMEOUT_MS, RESERVE_MS));
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    const once = () => Promise.race([ask(service, file, wanted, signal), late]);
    try {
      return await once().catch((error: unknown) => {
        if (error instanceof PageFault || signal.aborted) throw error;
        return once();
      });
    } catch (error) {
      if (error instanceof PageFault) throw error;
      if (signal.aborted) throw new PageFault("page_timeout", "capturing", "The PDF took too long to read.");
      log.warn("A PDF broke worker-pdf.", { event: "pdf_worker_lost", error });
      throw new PageFault("unreadable_pdf", "capturing");
    }
  });
}

async function ask(
  service: PdfService,
  file: Uint8Array,
  wanted: PdfWanted,
  signal: AbortSignal,
): Promise<Rewritten> {
  const headers = { [PDF_HEADER]: JSON.stringify(wanted) };
  const response = await service.fetch(ADDRESS, { method: "POST", body: file, headers, signal });
  const result = PdfResult.parse(JSON.parse(response.headers.get(PDF_HEADER) ?? ""));
  const bytes = await response.bytes();
  if ("code" in result) throw new PageFault(result.code, "capturing");
  const { pages, truncated, isChanged } = result;
  return { bytes: isChanged ? bytes : file, pages, truncated };
}
