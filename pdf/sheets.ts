/** Cuts one tall page into sheets. Used when Chromium hangs on the layout in sheets. */
import { PDFArray, type PDFDocument, PDFName } from "@cantoo/pdf-lib";

const PT_PER_INCH = 72;

/** Size of the sheets in inches, as in DevTools' `Page.printToPDF`, and their numbers from 1. */
export interface Sheets {
  paperWidth: number;
  paperHeight: number;
  marginTop: number;
  marginBottom: number;
  pages: number[];
}

/**
 * Replaces the first page by sheets. All share its content, and each one clips it to its own part. The first sheet keeps the
 * page's object, because the tags name it.
 */
export function cutIntoSheets(document: PDFDocument, sheets: Sheets): void {
  const tall = document.getPage(0);
  const height = tall.getHeight();
  const top = sheets.marginTop * PT_PER_INCH;
  const bottom = sheets.marginBottom * PT_PER_INCH;
  const width = sheets.paperWidth * PT_PER_INCH;
  const content = sheets.paperHeight * PT_PER_INCH - top - bottom;
  const contents = tall.node.Contents();
  const painted = contents instanceof PDFArray ? contents.asArray() : [tall.node.get(PDFName.of("Contents"))];
  for (const [index, number] of sheets.pages.entries()) {
    const upper = height - top - content * (number - 1);
    const lower = upper - content;
    const page = index === 0 ? tall : document.addPage();
    const open = document.context.register(
      document.context.stream(`q 0 ${lower.toFixed(3)} ${width.toFixed(3)} ${content.toFixed(3)} re W n\n`),
    );
    const close = document.context.register(document.context.stream("\nQ\n"));
    page.node.set(
      PDFName.of("Contents"),
      document.context.obj([open, ...painted.filter((one) => one !== undefined), close]),
    );
    const resources = tall.node.Resources();
    if (resources) page.node.set(PDFName.of("Resources"), resources);
    page.setMediaBox(0, lower - bottom, width, content + top + bottom);
  }
}
