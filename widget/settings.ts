/** Attributes of the tag → settings → the body of the job request. */
import { parseCssLength } from "#contract/job/css-length.ts";
import type { JobRequestInput } from "#contract/job/request.ts";
import { FORM_FACTORS, OUTPUT_TYPES, SCREENSHOT_TYPES } from "#contract/job/values.ts";
import {
  URL_SOURCES,
  WIDGET_DEFAULTS,
  WIDGET_PDF_FORMATS,
  type WidgetConfig,
} from "#contract/widget/embed.ts";
import { warnOnce } from "./console.ts";

export interface Settings extends WidgetConfig {
  publicKey: string;
}

/** Reads one attribute; null = not valid. */
type Reader<T> = (text: string) => T | null;

function choice<T extends string>(values: readonly T[]): Reader<T> {
  return (text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? null;
}

function margin(text: string): string | null {
  return parseCssLength(text) === null ? null : text;
}

function quality(text: string): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= 100 ? number : null;
}

/** As HTML writes booleans, an empty attribute is true. */
function flag(text: string): boolean | null {
  if (text === "" || text === "true") return true;
  return text === "false" ? false : null;
}

function address(text: string): string | null {
  return URL.canParse(text, document.baseURI) ? text : null;
}

function anyText(text: string): string {
  return text;
}

const READERS: { [Name in keyof Settings]: Reader<Settings[Name]> } = {
  publicKey: anyText,
  urlSource: choice(URL_SOURCES),
  customUrl: address,
  outputType: choice(OUTPUT_TYPES),
  formFactor: choice(FORM_FACTORS),
  pdfFormat: choice(WIDGET_PDF_FORMATS),
  pdfMarginTop: margin,
  pdfMarginRight: margin,
  pdfMarginBottom: margin,
  pdfMarginLeft: margin,
  screenshotType: choice(SCREENSHOT_TYPES),
  screenshotQuality: quality,
  screenshotFullPage: flag,
  buttonText: anyText,
};

const DEFAULTS: Settings = { publicKey: "", ...WIDGET_DEFAULTS };

function isSetting(name: string): name is keyof Settings {
  return name in READERS;
}

/** The names of the properties; each has an attribute of the same name in kebab-case. */
export const SETTING_NAMES = Object.keys(READERS).filter(isSetting);

export function attributeOf(name: keyof Settings): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A setting as the element's attribute gives it. What is absent or not valid is the default; the latter is said once. */
export function readSetting<Name extends keyof Settings>(element: Element, name: Name): Settings[Name] {
  const attribute = attributeOf(name);
  const text = element.getAttribute(attribute)?.trim();
  if (text === undefined) return DEFAULTS[name];
  const value = READERS[name](text);
  if (value !== null) return value;
  warnOnce(`${attribute}="${text}" is not valid; using "${DEFAULTS[name]}".`);
  return DEFAULTS[name];
}

/** The page that holds the element. A `srcdoc` frame has no address of its own: its base is its parent's. */
function currentUrl(): string {
  return location.protocol.startsWith("http") ? location.href : document.baseURI;
}

function targetUrl(element: Element): string {
  if (readSetting(element, "urlSource") === "current") return currentUrl();
  const custom = readSetting(element, "customUrl");
  if (custom) return new URL(custom, document.baseURI).href;
  warnOnce('url-source="custom" needs a custom-url; using the current page.');
  return currentUrl();
}

export function jobRequest(element: Element): JobRequestInput {
  const outputType = readSetting(element, "outputType");
  const shared = { outputType, formFactor: readSetting(element, "formFactor") };
  if (outputType === "pdf") {
    const pdfOptions = {
      format: readSetting(element, "pdfFormat"),
      margin: {
        top: readSetting(element, "pdfMarginTop"),
        right: readSetting(element, "pdfMarginRight"),
        bottom: readSetting(element, "pdfMarginBottom"),
        left: readSetting(element, "pdfMarginLeft"),
      },
    };
    return { url: targetUrl(element), options: { ...shared, pdfOptions } };
  }
  const type = readSetting(element, "screenshotType");
  const screenshotOptions = {
    type,
    fullPage: readSetting(element, "screenshotFullPage"),
    ...(type !== "png" && { quality: readSetting(element, "screenshotQuality") }),
  };
  return { url: targetUrl(element), options: { ...shared, screenshotOptions } };
}
