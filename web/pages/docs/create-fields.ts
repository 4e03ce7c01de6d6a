/** The fields of `POST /jobs` as the try-it card shows them, and the body that follows from what is typed (spec §5). */
import {
  FORM_FACTORS,
  OPTION_DEFAULTS,
  OUTPUT_TYPES,
  PDF_FORMATS,
  PLATFORMS,
  RESPONSE_TYPES,
  SCREENSHOT_TYPES,
} from "#contract/job/values.ts";

export interface Field {
  /** Path in the body, and name in the page's query string. */
  path: string;
  label: string;
  kind: "text" | "number" | "boolean" | "choice";
  /** Values of a choice; the first entry of the list shown is always "leave out". */
  values?: readonly string[];
  /** What the API takes when the field is left out. */
  fallback: string;
  /** Sent only for this output type. */
  only?: "pdf" | "screenshot";
}

const { margin, viewport } = OPTION_DEFAULTS;

function viewportFields(parent: "pdfOptions" | "screenshotOptions", only: "pdf" | "screenshot"): Field[] {
  return [
    {
      path: `options.${parent}.viewport.width`,
      label: "Viewport width",
      kind: "number",
      fallback: `${viewport.width}`,
      only,
    },
    {
      path: `options.${parent}.viewport.height`,
      label: "Viewport height",
      kind: "number",
      fallback: `${viewport.height}`,
      only,
    },
  ];
}

export const CREATE_FIELDS: readonly Field[] = [
  { path: "url", label: "url", kind: "text", fallback: "" },
  {
    path: "options.outputType",
    label: "outputType",
    kind: "choice",
    values: OUTPUT_TYPES,
    fallback: OPTION_DEFAULTS.outputType,
  },
  {
    path: "options.responseType",
    label: "responseType",
    kind: "choice",
    values: RESPONSE_TYPES,
    fallback: OPTION_DEFAULTS.responseType,
  },
  {
    path: "options.platform",
    label: "platform",
    kind: "choice",
    values: PLATFORMS.filter((name) => name !== ""),
    fallback: "none",
  },
  {
    path: "options.formFactor",
    label: "formFactor",
    kind: "choice",
    values: FORM_FACTORS,
    fallback: OPTION_DEFAULTS.formFactor,
  },
  {
    path: "options.pdfOptions.format",
    label: "format",
    kind: "choice",
    values: PDF_FORMATS,
    fallback: OPTION_DEFAULTS.pdfFormat,
    only: "pdf",
  },
  ...["top", "right", "bottom", "left"].map(
    (side): Field => ({
      path: `options.pdfOptions.margin.${side}`,
      label: `margin ${side}`,
      kind: "text",
      fallback: margin,
      only: "pdf",
    }),
  ),
  ...viewportFields("pdfOptions", "pdf"),
  {
    path: "options.pdfOptions.viewport.fitPaper",
    label: "fitPaper",
    kind: "boolean",
    fallback: "true without a width",
    only: "pdf",
  },
  {
    path: "options.screenshotOptions.type",
    label: "type",
    kind: "choice",
    values: SCREENSHOT_TYPES,
    fallback: OPTION_DEFAULTS.screenshotType,
    only: "screenshot",
  },
  {
    path: "options.screenshotOptions.quality",
    label: "quality",
    kind: "number",
    fallback: `${OPTION_DEFAULTS.quality}`,
    only: "screenshot",
  },
  {
    path: "options.screenshotOptions.fullPage",
    label: "fullPage",
    kind: "boolean",
    fallback: `${OPTION_DEFAULTS.fullPage}`,
    only: "screenshot",
  },
  ...viewportFields("screenshotOptions", "screenshot"),
];

/** Fields that apply to what is chosen: those of the other output type are neither shown nor sent. */
export function shownFields(values: ReadonlyMap<string, string>): Field[] {
  const output = values.get("options.outputType") || OPTION_DEFAULTS.outputType;
  return CREATE_FIELDS.filter((field) => field.only === undefined || field.only === output);
}

type Value = string | number | boolean;
interface Body {
  [name: string]: Value | Body;
}

function parseValue(field: Field, text: string): Value | undefined {
  if (text.trim() === "") return undefined;
  switch (field.kind) {
    case "number": {
      const number = Number(text);
      return Number.isFinite(number) ? number : undefined;
    }
    case "boolean":
      return text === "true";
    case "choice":
    case "text":
      return text.trim();
    default:
      return field.kind satisfies never;
  }
}

function place(body: Body, [name = "", ...rest]: string[], value: Value): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name];
  const next: Body = typeof inner === "object" ? inner : {};
  body[name] = next;
  place(next, rest, value);
}

/** The body to send: blank fields, numbers that are none and what belongs to the other output type are left out. */
export function createBody(values: ReadonlyMap<string, string>): Body {
  const body: Body = {};
  for (const field of shownFields(values)) {
    const value = parseValue(field, values.get(field.path) ?? "");
    if (value !== undefined) place(body, field.path.split("."), value);
  }
  return body;
}
