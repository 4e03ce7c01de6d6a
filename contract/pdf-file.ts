/** How worker-render and worker-pdf exchange a PDF of another server. The file is the body, in both directions. */
import { z } from "zod";
import { PDF_PERMISSIONS } from "./pdf-permissions.ts";

export const PdfProperties = z.object({
  title: z.string().optional(),
  author: z.string().optional(),
  subject: z.string().optional(),
  keywords: z.string().optional(),
  language: z.string().optional(),
});
export type PdfProperties = z.infer<typeof PdfProperties>;

export const PdfProtection = z.object({
  password: z.string().optional(),
  ownerPassword: z.string().optional(),
  permissions: z.array(z.enum(PDF_PERMISSIONS)).optional(),
});
export type PdfProtection = z.infer<typeof PdfProtection>;

export const PdfWanted = z.object({
  /** Page limit: further pages are left out. */
  cap: z.number().int().min(1),
  watermark: z.boolean(),
  /** Text across each page, for the file of a test job. */
  mark: z.string().optional(),
  /** Selects pages; the page limit counts the selected ones. */
  pageRanges: z.string().optional(),
  properties: PdfProperties.optional(),
  grayscale: z.boolean(),
  protection: PdfProtection.optional(),
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
