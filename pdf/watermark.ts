/** The free plan's watermark. It is added to the finished PDF, where no script or style of the page can remove it. */
import {
  beginMarkedContent,
  degrees,
  endMarkedContent,
  type PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
} from "@cantoo/pdf-lib";
import { seenPage } from "./seen-page.ts";

const WATERMARK_TEXT = "Made with Platen · free plan";

/** Text size as a share of the sheet's shorter side, so that it looks the same on A6 and on A0. */
const SIZE = 0.014;
const MIN_PT = 6;
/** Distances from the edges of the sheet and around the text, in text sizes. */
const EDGE = 0.9;
const PAD = 0.5;
const INK = rgb(0.2, 0.2, 0.25);
const PAPER = rgb(1, 1, 1);

/** Marks each page of the document at the bottom right, as the reader sees it. */
export async function watermark(document: PDFDocument): Promise<void> {
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const page of document.getPages()) mark(page, font);
}

function mark(page: PDFPage, font: PDFFont): void {
  const { turn, place, ...seen } = seenPage(page);
  const size = Math.max(MIN_PT, Math.min(seen.width, seen.height) * SIZE);
  const width = font.widthOfTextAtSize(WATERMARK_TEXT, size);
  const pad = size * PAD;
  const left = seen.width - size * EDGE - pad - width;
  const bottom = size * EDGE + pad;
  page.pushOperators(beginMarkedContent("Artifact"));
  page.drawRectangle({
    ...place(left - pad, bottom - pad),
    width: width + pad * 2,
    height: size + pad * 1.6,
    rotate: degrees(turn),
    color: PAPER,
    opacity: 0.8,
  });
  page.drawText(WATERMARK_TEXT, {
    ...place(left, bottom),
    size,
    font,
    color: INK,
    opacity: 0.85,
    rotate: degrees(turn),
  });
  page.pushOperators(endMarkedContent());
}
