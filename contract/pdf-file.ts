/** How worker-render and worker-pdf exchange a PDF of another server. The file is the body, in both directions. */
import { z } from "zod";

export const PdfProperties = z.object({
  title: z.string().optional(),
  author: z.string().optional(),
  subject: z.string().optional(),
  keywords: z.string().optional(),
  language: z.string().optional(),
});
export type PdfProperties = z.infer<typeof PdfProperties>;

export const PdfWanted = z.object({
  /** Page limit: further pages are left out. */
  cap: z.number().int().min(1),
  watermark: z.boolean(),
  /** Selects pages; the page limit counts the selected ones. */
  pageRanges: z.string().optional(),
  properties: PdfProperties.optional(),
  grayscale: z.boolean(),
});
export type PdfWanted = z.infer<typeof PdfWanted>;

export const PdfFaultCode = z.enum(["unreadable_pdf", "result_too_large", "page_ranges_empty"]);
export type PdfFaultCode = z.infer<typeof PdfFaultCode>;

export const PdfResult = z.union([
  z.object({
    pages: z.number(),
    /** Whether pages were left out. */
    truncated: z.boolean(),
    /** Without a change, the body is empty: the caller has the file. */
    isChanged: z.boolean(),
  }),
  z.object({ code: PdfFaultCode }),
]);
export type PdfResult = z.infer<typeof PdfResult>;

/** Header with a `PdfWanted` or a `PdfResult` as JSON. */
export const PDF_HEADER = "x-pdf";
