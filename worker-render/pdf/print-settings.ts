/** Settings of `Page.printToPDF` beyond the sheet. */
import type { Protocol } from "devtools-protocol";
import type { PdfOptions } from "../page/paper.ts";

export type PrintSettings = Pick<
  Protocol.Page.PrintToPDFRequest,
  "printBackground" | "preferCSSPageSize" | "generateDocumentOutline"
>;

export function settingsOf({ background, preferCssPageSize, singlePage }: PdfOptions): PrintSettings {
  return {
    printBackground: background,
    preferCSSPageSize: preferCssPageSize && !singlePage,
    generateDocumentOutline: true,
  };
}
