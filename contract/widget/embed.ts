/** The embed snippet: the widget's attributes, their defaults and the rules of what is written out (spec §3, §7). */
import {
  FORM_FACTORS,
  type FormFactor,
  OPTION_DEFAULTS,
  OUTPUT_TYPES,
  type OutputType,
  SCREENSHOT_TYPES,
  type ScreenshotType,
} from "../job/values.ts";

export const WIDGET_TAG = "platen-button";
export const WIDGET_PATH = "/cdn/widget/bundle.js";
/** Most that the script may weigh, gzipped. */
export const WIDGET_SCRIPT_BYTES = 16_000;
/** Under the origin that serves the script. */
export const WIDGET_API = "/api/v1/widget";
export const URL_SOURCES = ["current", "custom"] as const;
export type UrlSource = (typeof URL_SOURCES)[number];
export const WIDGET_PDF_FORMATS = ["A4", "Letter", "Legal", "A3", "A5"] as const;
export type WidgetPdfFormat = (typeof WIDGET_PDF_FORMATS)[number];

export interface WidgetConfig {
  urlSource: UrlSource;
  customUrl: string;
  outputType: OutputType;
  formFactor: FormFactor;
  pdfFormat: WidgetPdfFormat;
  pdfMarginTop: string;
  pdfMarginRight: string;
  pdfMarginBottom: string;
  pdfMarginLeft: string;
  screenshotType: ScreenshotType;
  /** 1-100 in the widget (spec §9). */
  screenshotQuality: number;
  screenshotFullPage: boolean;
  buttonText: string;
}

export const WIDGET_DEFAULTS: WidgetConfig = {
  urlSource: "current",
  customUrl: "",
  outputType: OPTION_DEFAULTS.outputType,
  formFactor: OPTION_DEFAULTS.formFactor,
  pdfFormat: OPTION_DEFAULTS.pdfFormat,
  pdfMarginTop: OPTION_DEFAULTS.margin,
  pdfMarginRight: OPTION_DEFAULTS.margin,
  pdfMarginBottom: OPTION_DEFAULTS.margin,
  pdfMarginLeft: OPTION_DEFAULTS.margin,
  screenshotType: OPTION_DEFAULTS.screenshotType,
  screenshotQuality: OPTION_DEFAULTS.quality,
  screenshotFullPage: OPTION_DEFAULTS.fullPage,
  buttonText: "Generate PDF",
};

interface Attribute {
  name: string;
  values: string;
  default: string;
  description: string;
}

/** The mark lets the widget's bundle leave out the table below, which only the documentation reads. */
/* @__NO_SIDE_EFFECTS__ */
function anyOf(values: readonly string[]): string {
  return values.join(" | ");
}

/** Every attribute of the tag, in the order of the documentation's table. */
export const WIDGET_ATTRIBUTES = [
  {
    name: "public-key",
    values: "pk_live_…",
    default: "",
    description: "The public key of your site. Required.",
  },
  {
    name: "url-source",
    values: anyOf(URL_SOURCES),
    default: WIDGET_DEFAULTS.urlSource,
    description: "The page the visitor is on, or custom-url.",
  },
  {
    name: "custom-url",
    values: "https address",
    default: "",
    description: "The page to convert when url-source is custom.",
  },
  {
    name: "output-type",
    values: anyOf(OUTPUT_TYPES),
    default: WIDGET_DEFAULTS.outputType,
    description: "What the visitor gets.",
  },
  {
    name: "form-factor",
    values: anyOf(FORM_FACTORS),
    default: WIDGET_DEFAULTS.formFactor,
    description: "Whose view of the page is captured.",
  },
  {
    name: "pdf-format",
    values: anyOf(WIDGET_PDF_FORMATS),
    default: WIDGET_DEFAULTS.pdfFormat,
    description: "Paper size of the PDF.",
  },
  {
    name: "pdf-margin-top",
    values: "CSS length",
    default: WIDGET_DEFAULTS.pdfMarginTop,
    description: "Top margin of the PDF.",
  },
  {
    name: "pdf-margin-right",
    values: "CSS length",
    default: WIDGET_DEFAULTS.pdfMarginRight,
    description: "Right margin of the PDF.",
  },
  {
    name: "pdf-margin-bottom",
    values: "CSS length",
    default: WIDGET_DEFAULTS.pdfMarginBottom,
    description: "Bottom margin of the PDF.",
  },
  {
    name: "pdf-margin-left",
    values: "CSS length",
    default: WIDGET_DEFAULTS.pdfMarginLeft,
    description: "Left margin of the PDF.",
  },
  {
    name: "screenshot-type",
    values: anyOf(SCREENSHOT_TYPES),
    default: WIDGET_DEFAULTS.screenshotType,
    description: "Image type of the screenshot.",
  },
  {
    name: "screenshot-quality",
    values: "1-100",
    default: String(WIDGET_DEFAULTS.screenshotQuality),
    description: "Quality of JPEG and WebP.",
  },
  {
    name: "screenshot-full-page",
    values: "true | false",
    default: String(WIDGET_DEFAULTS.screenshotFullPage),
    description: "The whole page, or its first screen.",
  },
  {
    name: "button-text",
    values: "text",
    default: "Generate PDF, Generate screenshot",
    description: "The button's label. The default follows output-type, in the page's language.",
  },
] as const satisfies readonly Attribute[];
export type WidgetAttribute = (typeof WIDGET_ATTRIBUTES)[number]["name"];

/** What a page may change of the button's looks: CSS variables, … */
export const WIDGET_VARIABLES = [
  { name: "--platen-background", description: "Colour of the button." },
  { name: "--platen-background-hover", description: "The same while the pointer is over it." },
  { name: "--platen-color", description: "Colour of its label and icon." },
  { name: "--platen-border", description: "A whole border value." },
  { name: "--platen-radius", description: "How round its corners are." },
  { name: "--platen-padding", description: "Room around the label." },
  { name: "--platen-font", description: "A whole font value." },
  { name: "--platen-focus", description: "Colour of the focus ring." },
] as const;

/** … and what `::part()` reaches. */
export const WIDGET_PARTS = [
  { name: "button", description: "The button itself." },
  { name: "icon", description: "The picture before the label." },
  { name: "label", description: "The words on the button." },
  { name: "progress", description: "The bar that grows behind them." },
  { name: "notice", description: "The message after a failure." },
  { name: "close", description: "The × that takes the message away." },
] as const;

/**
 * The attributes of the snippet, in order: those of PDFs only for pdf, of screenshots only for screenshot,
 * custom-url only when the source is custom and a value exists, button-text only if set.
 */
export function embedAttributes(publicKey: string, config: WidgetConfig): [WidgetAttribute, string][] {
  const attributes: [WidgetAttribute, string][] = [
    ["public-key", publicKey],
    ["url-source", config.urlSource],
  ];
  if (config.urlSource === "custom" && config.customUrl) attributes.push(["custom-url", config.customUrl]);
  attributes.push(["output-type", config.outputType], ["form-factor", config.formFactor]);
  if (config.outputType === "pdf") {
    attributes.push(
      ["pdf-format", config.pdfFormat],
      ["pdf-margin-top", config.pdfMarginTop],
      ["pdf-margin-right", config.pdfMarginRight],
      ["pdf-margin-bottom", config.pdfMarginBottom],
      ["pdf-margin-left", config.pdfMarginLeft],
    );
  } else {
    attributes.push(
      ["screenshot-type", config.screenshotType],
      ["screenshot-quality", String(config.screenshotQuality)],
      ["screenshot-full-page", String(config.screenshotFullPage)],
    );
  }
  if (config.buttonText) attributes.push(["button-text", config.buttonText]);
  return attributes;
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The snippet to paste: the script from `origin`, and the element. */
export function embedCode(origin: string, publicKey: string, config: WidgetConfig): string {
  const attributes = embedAttributes(publicKey, config)
    .map(([name, value]) => `\n  ${name}="${escapeAttribute(value)}"`)
    .join("");
  return `<script src="${origin}${WIDGET_PATH}" defer></script>\n<${WIDGET_TAG}${attributes}\n></${WIDGET_TAG}>`;
}
