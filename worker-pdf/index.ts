/**
 * Entry of worker-pdf: rewrites PDFs of other servers, any of which may be an attack. It has no bindings and no secrets. If a file
 * breaks it, Cloudflare starts a new one, and only that file's job fails.
 */
import { PDF_HEADER, type PdfResult, PdfWanted } from "#contract/pdf-file.ts";
import { log } from "#log/log.ts";
import { PdfFault } from "#pdf/pdf-fault.ts";
import { rewritePdf } from "#pdf/rewrite.ts";

export default {
  async fetch(request) {
    const wanted = PdfWanted.parse(JSON.parse(request.headers.get(PDF_HEADER) ?? ""));
    const file = await request.bytes();
    try {
      const { bytes, pages, truncated } = await rewritePdf(file, wanted);
      const isChanged = bytes !== file;
      return respond({ pages, truncated, isChanged }, isChanged ? bytes : null);
    } catch (error) {
      log.warn("A PDF is unreadable.", { event: "unreadable pdf", error });
      // A damaged file may load and fail only later, so any error is the file's fault.
      return respond({ code: error instanceof PdfFault ? error.code : "unreadable_pdf" }, null);
    }
  },
} satisfies ExportedHandler;

function respond(facts: PdfResult, body: Uint8Array | null): Response {
  return new Response(body, { headers: { [PDF_HEADER]: JSON.stringify(facts) } });
}
