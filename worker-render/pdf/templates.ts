/**
 * Headers and footers. Chromium draws them in a document of their own in which nothing is loaded and no script runs, and
 * fills in the elements of the classes below.
 */
import type { Protocol } from "devtools-protocol";
import type { PdfJobOptions } from "#contract/job/request.ts";
import { type Paper, PX_PER_INCH } from "../page/paper.ts";

export type TemplateSettings = Pick<
  Protocol.Page.PrintToPDFRequest,
  "displayHeaderFooter" | "headerTemplate" | "footerTemplate"
>;

/** Chromium's class for each placeholder. Its date has the time and ignores the locale, so the date is ours. */
const CLASSES: Record<string, string> = {
  page: "pageNumber",
  pages: "totalPages",
  title: "title",
  url: "url",
};
/** Style elements, other tags, and placeholders. Placeholders inside tags and styles stay as they are. */
const PARTS = /<style\b[\s\S]*?(?:<\/style\s*>|$)|<[a-z/!][^>]*>?|\{(page|pages|title|url|date)\}/gi;
/** A request for a style sheet or a font crashes the browser's tab. */
const LOADING_TAG = /^<link\b/i;
const LOADING_RULE = /@(?=import|font-face)/gi;
/** Chromium's distance between the edge of the sheet and a header or footer. */
const EDGE_INCHES = 20 / PX_PER_INCH;
/** Chromium draws its own header in place of an empty template. */
const NOTHING = "<span></span>";

/** The settings for the options' header and footer; empty for options without them. */
export function templateSettings(options: PdfJobOptions, paper: Paper, now: Date): TemplateSettings {
  const { headerTemplate, footerTemplate } = options.pdfOptions;
  if (!headerTemplate && !footerTemplate) return {};
  const date = new Intl.DateTimeFormat(options.locale ?? "en-US", {
    dateStyle: "medium",
    timeZone: options.timezone ?? "UTC",
  }).format(now);
  return {
    displayHeaderFooter: true,
    headerTemplate: headerTemplate ? framed(filled(headerTemplate, date), paper, paper.marginTop) : NOTHING,
    footerTemplate: footerTemplate
      ? framed(filled(footerTemplate, date), paper, paper.marginBottom)
      : NOTHING,
  };
}

function filled(template: string, date: string): string {
  return template.replace(PARTS, (part: string, name?: string) => {
    if (name === undefined) return LOADING_TAG.test(part) ? "" : part.replace(LOADING_RULE, "@not-");
    const known = CLASSES[name.toLowerCase()];
    return known ? `<span class="${known}"></span>` : date;
  });
}

/** Places the template between the side margins, in a readable size, and cuts it off where the page's content begins. */
function framed(html: string, { marginLeft, marginRight }: Paper, marginInches: number): string {
  const style = [
    "width: 100%",
    "box-sizing: border-box",
    `padding: 0 ${marginRight}in 0 ${marginLeft}in`,
    `max-height: ${Math.max(0, marginInches - EDGE_INCHES)}in`,
    "overflow: hidden",
    "font: 10px sans-serif",
    "print-color-adjust: exact",
  ];
  return `<div dir="auto" style="${style.join(";")}">${html}</div>`;
}
