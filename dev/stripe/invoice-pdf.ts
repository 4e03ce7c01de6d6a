/** An invoice, or the receipt of a paid one, as a PDF. */
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";

const SIZE_PT = 12;
const LEADING_PT = 20;
const MARGIN_PT = 72;

export async function invoicePdf(title: string, lines: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const sheet = document.addPage();
  [title, ...lines].forEach((text, index) => {
    const y = sheet.getHeight() - MARGIN_PT - index * LEADING_PT;
    sheet.drawText(text, { x: MARGIN_PT, y, size: SIZE_PT, font });
  });
  return document.save();
}
