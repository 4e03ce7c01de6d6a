/** The PDF. */
import { LIMITS } from "../limits.ts";
import { PDF_PERMISSIONS } from "../pdf-permissions.ts";
import type { Group } from "./option.ts";
import { MAX_PASSWORD_BYTES } from "./text-formats.ts";
import { BUTTON_PDF_FORMATS, PDF_COMPRESSIONS, PDF_FORMATS, PDF_SCALE } from "./values.ts";
import { VIEWPORT_OPTIONS } from "./viewport-options.ts";

const side = {
  kind: "length",
  minPx: LIMITS.minPaperPx,
  maxPx: LIMITS.paperPx,
  default: null,
  fallback: "of the format",
} as const;
const template = { kind: "text", maxChars: LIMITS.templateChars, default: null } as const;
const TEMPLATE =
  "Placeholders: {page}, {pages}, {title}, {url}, {date}. Images as data: addresses; scripts do not run.";
const property = { kind: "text", maxChars: LIMITS.propertyChars, default: null } as const;
const password = {
  kind: "text",
  maxChars: MAX_PASSWORD_BYTES,
  format: "pdfPassword",
  secret: true,
  default: null,
} as const;
const margin = { kind: "length", maxPx: LIMITS.marginPx, default: "50px" } as const;

export const PDF_OPTIONS = {
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
    width: {
      ...side,
      label: "paper width",
      meaning: "Width of the sheet, also with landscape.",
    },
    height: {
      ...side,
      label: "paper height",
      meaning: "Height of the sheet, also with landscape.",
    },
    preferCssPageSize: {
      kind: "flag",
      default: false,
      label: "prefer CSS page size",
      meaning:
        "Use the sheets that the page sets with @page { size }. Otherwise such sheets are scaled to fit the paper.",
    },
    singlePage: {
      kind: "flag",
      default: false,
      label: "single page",
      meaning:
        "Print one continuous sheet as tall as the page, up to 14,400 pt. It replaces the height and the page's own sheets and page breaks.",
    },
    scale: {
      kind: "number",
      min: PDF_SCALE.min,
      max: PDF_SCALE.max,
      default: null,
      fallback: "see Text size in the rendering guide",
      meaning:
        "Scale of the page on paper. The page is laid out as wide as the content of the sheet divided by the scale, and what sticks out is cut off. It replaces viewport.width.",
    },
    pageRanges: {
      kind: "text",
      maxChars: LIMITS.pageRangesChars,
      format: "pageRanges",
      default: null,
      fallback: "all pages",
      label: "pages",
      meaning: "Pages to print. The plan's page limit counts the selected pages.",
    },
    background: {
      kind: "flag",
      default: true,
      meaning: "Print background colours and pictures.",
    },
    grayscale: {
      kind: "flag",
      default: false,
      meaning: "Show the PDF in shades of gray. Text stays text.",
    },
    compress: {
      kind: "choice",
      values: PDF_COMPRESSIONS,
      default: null,
      meaning: "What to make smaller. images: photos get as many px as the paper needs, and become JPEG.",
    },
    maxImageDpi: {
      kind: "integer",
      min: 36,
      max: 600,
      default: 150,
      when: { option: "compress", values: PDF_COMPRESSIONS },
      label: "max image DPI",
      meaning: "Most px of a photo per inch of paper. Only with compress: images.",
    },
    outline: {
      kind: "flag",
      default: true,
      meaning: "Add an outline of the page's headings.",
    },
    headerTemplate: {
      ...template,
      label: "header",
      meaning: `HTML at the top of each page. ${TEMPLATE}`,
    },
    footerTemplate: {
      ...template,
      label: "footer",
      meaning: `HTML at the bottom of each page. ${TEMPLATE}`,
    },
    metadata: {
      title: {
        ...property,
        fallback: "the page's title",
        meaning: "Title of the PDF. The name of the file does not change.",
      },
      author: { ...property, meaning: "Author of the PDF." },
      subject: { ...property, meaning: "Subject of the PDF." },
      keywords: { ...property, meaning: "Keywords of the PDF, separated by commas." },
      language: {
        ...property,
        maxChars: 35,
        format: "locale",
        fallback: "the page's language",
        meaning: "Language of the PDF, for screen readers.",
      },
    },
    password: {
      ...password,
      label: "PDF password",
      meaning: "Password for opening the PDF, which is encrypted with AES-256.",
    },
    ownerPassword: {
      ...password,
      label: "owner password",
      meaning:
        "Password for everything that the permissions do not allow. Without a password, the PDF opens for everyone.",
    },
    permissions: {
      kind: "choices",
      values: PDF_PERMISSIONS,
      needs: "ownerPassword",
      default: null,
      fallback: "only reading",
      meaning: "What readers may do without the owner password.",
    },
    watermark: {
      text: {
        kind: "text",
        maxChars: LIMITS.watermarkChars,
        default: null,
        label: "watermark text",
        meaning: "Text over the middle of each page.",
      },
      image: {
        kind: "text",
        maxChars: LIMITS.watermarkImageChars,
        format: "imageData",
        default: null,
        label: "watermark image",
        meaning: "Image over the middle of each page, above the text.",
      },
      opacity: {
        kind: "number",
        min: 0,
        max: 1,
        default: null,
        fallback: "0.15",
        needs: ["text", "image"],
        meaning: "How opaque the watermark is.",
      },
      angle: {
        kind: "number",
        min: -180,
        max: 180,
        default: null,
        fallback: "-45",
        needs: ["text", "image"],
        meaning: "Rotation of the watermark in degrees, clockwise.",
      },
    },
    margin: {
      top: {
        ...margin,
        label: "Margin top",
        meaning: "Top margin of the PDF.",
        button: { attribute: "pdf-margin-top", label: "Top margin" },
      },
      right: {
        ...margin,
        label: "Margin right",
        meaning: "Right margin of the PDF.",
        button: { attribute: "pdf-margin-right", label: "Right margin" },
      },
      bottom: {
        ...margin,
        label: "Margin bottom",
        meaning: "Bottom margin of the PDF.",
        button: { attribute: "pdf-margin-bottom", label: "Bottom margin" },
      },
      left: {
        ...margin,
        label: "Margin left",
        meaning: "Left margin of the PDF.",
        button: { attribute: "pdf-margin-left", label: "Left margin" },
      },
    },
    viewport: {
      ...VIEWPORT_OPTIONS,
      fitPaper: {
        kind: "flag",
        default: null,
        fallback: "true without a width",
        meaning:
          "Lay the page out for the width of the paper, so that text of 16 px is 9 pt or larger. Otherwise the layout is as wide as the viewport and shrinks to no less than half its size.",
      },
    },
  },
} as const satisfies Group;
