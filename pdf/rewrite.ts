/** Changes that need a whole PDF in memory: page limit, watermark, properties, shades of gray, encryption, smaller images, cutting into sheets. One PDF at a time is changed. */

import { PDFDocument } from "@cantoo/pdf-lib";
import { selectPages } from "#contract/page-ranges.ts";
import type { PdfWanted } from "#contract/pdf-file.ts";
import { boundParsers } from "./bounded-parser.ts";
import { showInGray } from "./grayscale.ts";
import { markPages } from "./mark.ts";
import { createMutex } from "./mutex.ts";
import { closeOpenStates } from "./open-states.ts";
import { checkPageTree } from "./page-tree.ts";
import { PdfFault } from "./pdf-fault.ts";
import { setProperties } from "./properties.ts";
import { protect } from "./protect.ts";
import { forgetRefs } from "./refs.ts";
import { protectionWithin, restrictionsOf } from "./restrictions.ts";
import { cutIntoSheets, type Sheets } from "./sheets.ts";
import { type Shrinking, shrinkImages } from "./shrink-images.ts";
import { watermark } from "./watermark.ts";

export interface Rewrite extends PdfWanted {
  /** Cuts the first page, which is a tall one, into these sheets. */
  sheets?: Sheets;
  /** Makes photos smaller. */
  shrinking?: Shrinking | undefined;
}

export interface Rewritten {
  bytes: Uint8Array;
  pages: number;
  /** Whether pages were left out. */
  truncated: boolean;
}

/**
 * How many objects are read or written before others get a turn. pdf-lib's defaults are 100 and 50; each turn waits for a
 * timer, which is ten times the work itself.
 */
const OBJECTS_PER_TURN = 10_000;

boundParsers();
const withMutex = createMutex();

/**
 * Rewrites a PDF. Returns the same bytes when there is nothing to change.
 * A changed PDF allows no more to its readers than before.
 * @throws PdfFault `page_ranges_empty` when none of the wanted pages exists, `unreadable_pdf` for a PDF that is damaged, needs a
 * password or is beyond the bounds. A damaged file may load and fail only later, with any other error.
 */
export function rewritePdf(bytes: Uint8Array, wanted: Rewrite): Promise<Rewritten> {
  return withMutex(() => rewriteNow(bytes, wanted).finally(forgetRefs));
}

async function rewriteNow(bytes: Uint8Array, wanted: Rewrite): Promise<Rewritten> {
  const document = await load(bytes);
  const restrictions = restrictionsOf(document);
  if (wanted.sheets) cutIntoSheets(document, wanted.sheets);
  const total = document.getPageCount();
  const { pages, next } = selectPages(wanted.pageRanges, wanted.cap);
  const present = pages.filter((page) => page <= total);
  if (present.length === 0) throw new PdfFault("page_ranges_empty");
  const kept = present.length < total ? await copyOf(document, present) : document;
  const { mark, properties, grayscale, protection, sheets, shrinking } = wanted;
  const others = mark ?? properties ?? protection ?? sheets ?? shrinking;
  const isChanged = wanted.watermark || grayscale || others !== undefined || kept !== document;
  if (shrinking) await shrinkImages(kept, shrinking);
  if (wanted.watermark || mark !== undefined || grayscale) closeOpenStates(kept);
  if (wanted.watermark) await watermark(kept);
  if (mark) await markPages(kept, mark);
  if (grayscale) showInGray(kept);
  if (properties) setProperties(kept, properties);
  if (restrictions && isChanged) await protect(kept, protectionWithin(restrictions, protection));
  else if (protection) await protect(kept, protection);
  const how = { useObjectStreams: false, addDefaultPage: false, objectsPerTick: OBJECTS_PER_TURN };
  return {
    bytes: isChanged ? await kept.save(how) : bytes,
    pages: kept.getPageCount(),
    truncated: next !== null && next <= total,
  };
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  // The empty password opens what every reader opens without asking for one.
  const how = { updateMetadata: false, parseSpeed: OBJECTS_PER_TURN, password: "" };
  const document = await PDFDocument.load(bytes, how);
  checkPageTree(document);
  if (document.getPageCount() === 0) throw new PdfFault("unreadable_pdf");
  return document;
}

/** Copies the pages to a new document, because the content of a removed page would stay in the old one. */
async function copyOf(document: PDFDocument, numbers: number[]): Promise<PDFDocument> {
  const kept = await PDFDocument.create({ updateMetadata: false });
  const pages = await kept.copyPages(
    document,
    numbers.map((number) => number - 1),
  );
  for (const page of pages) kept.addPage(page);
  const title = document.getTitle();
  if (title) kept.setTitle(title, { showInWindowTitleBar: true });
  return kept;
}
