/** The PDF. */
import { LIMITS } from "../limits.ts";
import type { Group } from "./option.ts";
import { BUTTON_PDF_FORMATS, PDF_FORMATS } from "./values.ts";
import { VIEWPORT_OPTIONS } from "./viewport-options.ts";

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
