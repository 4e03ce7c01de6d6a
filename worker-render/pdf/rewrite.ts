/** Changes that need a whole PDF in memory: page limit, watermark, cutting into sheets. Only one PDF at a time is in memory. */

import { PDFDocument } from "@cantoo/pdf-lib";
import { log } from "#log/log.ts";
import { PageFault } from "../fault/page-fault.ts";
import { boundParsers } from "./bounded-parser.ts";
import { gather } from "./gather.ts";
import { createMutex } from "./mutex.ts";
import { checkPageTree } from "./page-tree.ts";
import { cutIntoSheets, type Sheets } from "./sheets.ts";
import { watermark } from "./watermark.ts";

export interface Rewrite {
  /** Page limit: further pages are left out. */
  cap: number;
  watermark: boolean;
  /** Cuts the first page, which is a tall one, into these sheets. */
  sheets?: Sheets;
}

export interface Rewritten {
  bytes: Uint8Array;
  pages: number;
  /** Whether pages were left out. */
  truncated: boolean;
}

boundParsers();
const withMutex = createMutex();

/**
 * Rewrites a PDF. The caller must have `parts` ready, because other PDFs wait until this one is done.
 * @throws PageFault `result_too_large` above `LIMITS.pdfRewriteBytes`, `unreadable_pdf` for a damaged or locked PDF
 */
export async function rewritePdf(parts: AsyncIterable<Uint8Array>, wanted: Rewrite): Promise<Rewritten> {
  return withMutex(() => rewriteNow(parts, wanted));
}

async function rewriteNow(parts: AsyncIterable<Uint8Array>, wanted: Rewrite): Promise<Rewritten> {
  const bytes = await gather(parts);
  const document = await load(bytes);
  if (wanted.sheets) cutIntoSheets(document, wanted.sheets);
  const total = document.getPageCount();
  const kept = total > wanted.cap ? await firstPages(document, wanted.cap) : document;
  const changed = wanted.watermark || wanted.sheets !== undefined || kept !== document;
  if (wanted.watermark) await watermark(kept);
  return {
    bytes: changed ? await kept.save({ useObjectStreams: false, addDefaultPage: false }) : bytes,
    pages: kept.getPageCount(),
    truncated: total > wanted.cap,
  };
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    checkPageTree(document);
    if (document.getPageCount() > 0) return document;
  } catch (error) {
    if (error instanceof PageFault) throw error;
    log.warn("A PDF is unreadable.", { event: "unreadable pdf", error });
  }
  throw new PageFault("unreadable_pdf", "capturing");
}

/** Copies the first pages to a new document, because the content of a removed page would stay in the old one. */
async function firstPages(document: PDFDocument, count: number): Promise<PDFDocument> {
  const kept = await PDFDocument.create({ updateMetadata: false });
  const pages = await kept.copyPages(
    document,
    Array.from({ length: count }, (_, index) => index),
  );
  for (const page of pages) kept.addPage(page);
  const title = document.getTitle();
  if (title) kept.setTitle(title, { showInWindowTitleBar: true });
  return kept;
}
