/** Reads a PDF with pdf.js, which shares no code with the writers of our PDFs. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface PdfPage {
  /** Points. */
  width: number;
  height: number;
  text: string;
}

export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    // Items are joined without a separator: spaces are items of their own, and a word may be several items.
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    pages.push({ width, height, text: text.trim() });
  }
  await task.destroy();
  return pages;
}
