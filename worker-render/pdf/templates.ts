/**
 * Headers and footers. Chromium draws them in a document of their own in which nothing is loaded and no script runs, and
 * fills in the elements of the classes below.
 */
import type { Protocol } from "devtools-protocol";
import { NO_ADDRESS } from "#contract/job/input.ts";
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
export const EDGE_INCHES = 20 / PX_PER_INCH;
/** Chromium draws its own header in place of an empty template. */
const NOTHING = "<span></span>";

/** The settings for the options' header and footer of the page at this address; empty for options without them. */
export function templateSettings(
  options: PdfJobOptions,
  paper: Paper,
  url: string,
  now: Date,
): TemplateSettings {
  if (!hasTemplates(options)) return {};
  const { header, footer } = templatesOf(options, paper, url, now);
  return {
    displayHeaderFooter: true,
    headerTemplate: header ? cutTo(header, paper.marginTop) : NOTHING,
    footerTemplate: footer ? cutTo(footer, paper.marginBottom) : NOTHING,
  };
}

/** Whether a template shows the number of all pages. */
export function showsPageCount(template: string): boolean {
  return /\{pages\}|totalPages/i.test(template);
}

export function hasTemplates({ pdfOptions: { headerTemplate, footerTemplate } }: PdfJobOptions): boolean {
  return Boolean(headerTemplate || footerTemplate);
}

/** The HTML of the options' header and footer between the side margins; empty for those that are not set. */
export function templatesOf(options: PdfJobOptions, paper: Paper, url: string, now: Date) {
  const { headerTemplate, footerTemplate } = options.pdfOptions;
  const date = new Intl.DateTimeFormat(options.locale ?? "en-US", {
    dateStyle: "medium",
    timeZone: options.timezone ?? "UTC",
  }).format(now);
  const values = url.startsWith(NO_ADDRESS) ? { date, url: "" } : { date };
  const html = (template?: string) => (template ? framed(filled(template, values), paper) : "");
  return { header: html(headerTemplate), footer: html(footerTemplate) };
}

/** The template with these values of placeholders. Chromium fills in the others. */
function filled(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(PARTS, (part: string, placeholder?: string) => {
    if (placeholder === undefined) return LOADING_TAG.test(part) ? "" : part.replace(LOADING_RULE, "@not-");
    const name = placeholder.toLowerCase();
    return values[name] ?? `<span class="${CLASSES[name]}"></span>`;
  });
}

/** Places the template between the side margins, in a readable size. */
function framed(html: string, { marginLeft, marginRight }: Paper): string {
  const style = [
    "width: 100%",
    "box-sizing: border-box",
    `padding: 0 ${marginRight}in 0 ${marginLeft}in`,
    "overflow: hidden",
    "font: 10px sans-serif",
    "print-color-adjust: exact",
  ];
  return `<div dir="auto" style="${style.join(";")}">${html}</div>`;
}

/** Cuts the template off where the page's content begins. */
function cutTo(html: string, marginInches: number): string {
  const style = `width: 100%; max-height: ${Math.max(0, marginInches - EDGE_INCHES)}in; overflow: hidden`;
  return `<div style="${style}">${html}</div>`;
}
