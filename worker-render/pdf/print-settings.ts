/** Settings of `Page.printToPDF` beyond the sheet. */
import type { Protocol } from "devtools-protocol";
import type { PdfJobOptions } from "#contract/job/request.ts";
import type { Paper } from "../page/paper.ts";
import { type TemplateSettings, templateSettings } from "./templates.ts";

export type PrintSettings = TemplateSettings &
  Pick<Protocol.Page.PrintToPDFRequest, "printBackground" | "preferCSSPageSize" | "generateDocumentOutline">;

export function settingsOf(options: PdfJobOptions, paper: Paper, url: string): PrintSettings {
  const { preferCssPageSize, singlePage } = options.pdfOptions;
  return {
    ...tallSettingsOf(options),
    preferCSSPageSize: preferCssPageSize && !singlePage,
    ...templateSettings(options, paper, url, new Date()),
  };
}

/** The settings for a tall page that is cut into sheets: it has only one header, on the first of them. */
export function tallSettingsOf({ pdfOptions: { background, outline } }: PdfJobOptions): PrintSettings {
  return { printBackground: background, generateDocumentOutline: outline };
}
