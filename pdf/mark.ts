/** The mark of a test job's PDF. Like the watermark, it is added to the finished file. */
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

/** Width of the text as a share of the sheet's shorter side. */
const WIDTH = 0.75;
const ANGLE = 45;
const INK = rgb(0.78, 0.12, 0.12);
const OPACITY = 0.3;
/** Height of capital letters, in text sizes. */
const CAPITALS = 0.72;
/** Marks of one sheet. A PDF of another server can have a sheet of any shape. */
const MAX_MARKS = 100;

/** Writes the text diagonally over each page. On a long sheet it is repeated. */
export async function markPages(document: PDFDocument, text: string): Promise<void> {
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const page of document.getPages()) mark(page, font, text);
}

function mark(page: PDFPage, font: PDFFont, text: string): void {
  const { width, height, turn, place } = seenPage(page);
  const short = Math.min(width, height);
  const size = (short * WIDTH) / font.widthOfTextAtSize(text, 1);
  const [along, up] = [(short * WIDTH) / 2, (size * CAPITALS) / 2];
  const [cos, sin] = [Math.cos((ANGLE * Math.PI) / 180), Math.sin((ANGLE * Math.PI) / 180)];
  const count = Math.min(MAX_MARKS, Math.max(1, Math.floor(Math.max(width, height) / short / 1.5)));
  page.pushOperators(beginMarkedContent("Artifact"));
  for (let index = 0; index < count; index++) {
    const share = (index + 0.5) / count;
    const x = width * (width > height ? share : 0.5);
    const y = height * (width > height ? 0.5 : share);
    page.drawText(text, {
      ...place(x - along * cos + up * sin, y - along * sin - up * cos),
      size,
      font,
      color: INK,
      opacity: OPACITY,
      rotate: degrees(turn + ANGLE),
    });
  }
  page.pushOperators(endMarkedContent());
}
