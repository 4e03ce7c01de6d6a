/**
 * The options of a job (spec §3), one entry each. Request validation, stored row, job view, OpenAPI document, try-it
 * form, flags of `npm run convert`, the button's attributes and the tables of the guides are generated from these
 * entries.
 */
import { LIMITS } from "../limits.ts";
import type { Group } from "./option.ts";
import {
  BUTTON_PDF_FORMATS,
  FORM_FACTORS,
  OUTPUT_TYPES,
  PDF_FORMATS,
  PLATFORMS,
  RESPONSE_TYPES,
  SCREENSHOT_TYPES,
  VIEWPORTS,
} from "./values.ts";

const margin = { kind: "length", maxPx: LIMITS.marginPx, default: "50px" } as const;

const viewport = {
  width: {
    kind: "pixels",
    max: LIMITS.viewportPx,
    default: null,
    fallback: `${VIEWPORTS.desktop.width} (mobile: ${VIEWPORTS.mobile.width})`,
    label: "Viewport width",
    meaning: "Width of the browser's window in CSS px, rounded to whole ones.",
  },
  height: {
    kind: "pixels",
    max: LIMITS.viewportPx,
    default: null,
    fallback: `${VIEWPORTS.desktop.height} (mobile: ${VIEWPORTS.mobile.height})`,
    label: "Viewport height",
    meaning: "Height of the browser's window in CSS px, rounded to whole ones.",
  },
} as const;

export const OPTIONS = {
  outputType: {
    kind: "choice",
    values: OUTPUT_TYPES,
    default: "pdf",
    meaning: "What to make of the page.",
    button: { attribute: "output-type", label: "Output" },
  },
  responseType: {
    kind: "choice",
    values: RESPONSE_TYPES,
    default: "url",
    meaning: "How the result comes: as a link, or as Base64 inside the job's JSON.",
  },
  platform: {
    kind: "choice",
    values: PLATFORMS,
    default: "",
    fallback: "detected",
    meaning:
      "What the site is made with. wix: sharp images, no Wix advert, no inner scrolling. Left out: wix if the page says that it is made with Wix.",
    button: { attribute: "platform", label: "Platform" },
  },
  formFactor: {
    kind: "choice",
    values: FORM_FACTORS,
    default: "desktop",
    meaning: "The device that the page sees; mobile has a phone's window, user agent, touch and pixel ratio.",
    button: { attribute: "form-factor", label: "Device" },
  },
  pdfOptions: {
    format: {
      kind: "choice",
      values: PDF_FORMATS,
      default: "A4",
      meaning: "Paper size of the PDF.",
      button: { attribute: "pdf-format", label: "PDF format", values: BUTTON_PDF_FORMATS },
    },
    landscape: {
      kind: "flag",
      default: false,
      meaning: "Turn the paper to landscape.",
    },
    margin: {
      top: {
        ...margin,
        label: "margin top",
        meaning: "Top margin of the PDF.",
        button: { attribute: "pdf-margin-top", label: "Top margin" },
      },
      right: {
        ...margin,
        label: "margin right",
        meaning: "Right margin of the PDF.",
        button: { attribute: "pdf-margin-right", label: "Right margin" },
      },
      bottom: {
        ...margin,
        label: "margin bottom",
        meaning: "Bottom margin of the PDF.",
        button: { attribute: "pdf-margin-bottom", label: "Bottom margin" },
      },
      left: {
        ...margin,
        label: "margin left",
        meaning: "Left margin of the PDF.",
        button: { attribute: "pdf-margin-left", label: "Left margin" },
      },
    },
    viewport: {
      ...viewport,
      fitPaper: {
        kind: "flag",
        default: null,
        fallback: "true without a width",
        meaning:
          "Lay the page out for the width of the paper, so that text of 16 px is 9 pt or larger. Otherwise the layout is as wide as the viewport and shrinks to no less than half its size.",
      },
    },
  },
  screenshotOptions: {
    type: {
      kind: "choice",
      values: SCREENSHOT_TYPES,
      default: "png",
      meaning: "Image type of the screenshot.",
      button: { attribute: "screenshot-type", label: "Image type" },
    },
    quality: {
      kind: "integer",
      min: 0,
      max: 100,
      default: 90,
      when: { option: "type", values: ["jpeg", "webp"] },
      meaning: "Quality of a JPEG or WebP image. PNG has none.",
      button: { attribute: "screenshot-quality", label: "Quality", min: 1 },
    },
    fullPage: {
      kind: "flag",
      default: true,
      meaning: "Capture the whole page, not only its first screen.",
      button: { attribute: "screenshot-full-page", label: "Full page" },
    },
    viewport,
  },
} as const satisfies Group;
