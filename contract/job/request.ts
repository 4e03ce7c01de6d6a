/** `POST /jobs`: one schema gives the type, the check and the OpenAPI (spec §3). */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { parseCssLength } from "./css-length.ts";
import {
  FORM_FACTORS,
  type FormFactor,
  MOBILE_DEVICE,
  OPTION_DEFAULTS,
  OUTPUT_TYPES,
  PDF_FORMATS,
  type PdfFormat,
  PLATFORMS,
  type Platform,
  RESPONSE_TYPES,
  type ResponseType,
  SCREENSHOT_TYPES,
  type ScreenshotType,
} from "./values.ts";

const Margin = z
  .string()
  .refine(
    (text) => {
      const px = parseCssLength(text);
      return px !== null && px <= LIMITS.marginPx;
    },
    { message: `must be a length in px, cm, mm, Q, in, pc or pt, at most ${LIMITS.marginPx}px` },
  )
  .meta({ description: "CSS absolute length", example: OPTION_DEFAULTS.margin });

/** Any number above 0 (spec §3); a window has whole px. */
const Side = z
  .number()
  .positive()
  .max(LIMITS.viewportPx)
  .overwrite((px) => Math.max(1, Math.round(px)));

const Viewport = z.strictObject({ width: Side.optional(), height: Side.optional() }).meta({
  description: "CSS px, rounded to whole ones; default 1920 × 1080, or a phone's with formFactor mobile",
});

const PdfViewport = z.strictObject({
  width: Side.optional().meta({
    description: `CSS px, rounded to whole ones; default ${OPTION_DEFAULTS.viewport.width}, or a phone's with formFactor mobile. With fitPaper the most that the layout is wide`,
  }),
  height: Side.optional().meta({
    description: `CSS px, rounded to whole ones; default ${OPTION_DEFAULTS.viewport.height}, or a phone's with formFactor mobile`,
  }),
  fitPaper: z.boolean().optional().meta({
    description:
      "True: the paper decides how wide the page is laid out, so that text of 16 px has 9 pt or more. False: the page is laid out as wide as the viewport, and scaled to no less than half its size. Default: true unless a width is given",
  }),
});

const PdfOptions = z.strictObject({
  format: z.enum(PDF_FORMATS).default(OPTION_DEFAULTS.pdfFormat),
  margin: z
    .strictObject({
      top: Margin.default(OPTION_DEFAULTS.margin),
      right: Margin.default(OPTION_DEFAULTS.margin),
      bottom: Margin.default(OPTION_DEFAULTS.margin),
      left: Margin.default(OPTION_DEFAULTS.margin),
    })
    .prefault({}),
  viewport: PdfViewport.optional(),
});

const ScreenshotOptions = z
  .strictObject({
    type: z.enum(SCREENSHOT_TYPES).default(OPTION_DEFAULTS.screenshotType),
    quality: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({
        description: `JPEG and WebP only; default ${OPTION_DEFAULTS.quality}`,
      }),
    fullPage: z.boolean().default(OPTION_DEFAULTS.fullPage),
    viewport: Viewport.optional(),
  })
  .refine((shot) => shot.type !== "png" || shot.quality === undefined, {
    path: ["quality"],
    message: "png has no quality; use jpeg or webp",
  });

export const JobRequest = z
  .strictObject({
    url: z.string().min(1).max(LIMITS.urlChars).meta({ example: "https://example.com" }),
    options: z
      .strictObject({
        outputType: z.enum(OUTPUT_TYPES).default(OPTION_DEFAULTS.outputType),
        responseType: z.enum(RESPONSE_TYPES).default(OPTION_DEFAULTS.responseType),
        platform: z.enum(PLATFORMS).default(OPTION_DEFAULTS.platform),
        formFactor: z.enum(FORM_FACTORS).default(OPTION_DEFAULTS.formFactor),
        pdfOptions: PdfOptions.prefault({}),
        screenshotOptions: ScreenshotOptions.prefault({}),
      })
      .prefault({}),
  })
  .meta({ id: "JobRequest" });
export type JobRequest = z.infer<typeof JobRequest>;
/** What a client writes: everything but `url` may be left out. */
export type JobRequestInput = z.input<typeof JobRequest>;

interface SharedOptions {
  responseType: ResponseType;
  platform: Platform;
  formFactor: FormFactor;
  viewport: { width: number; height: number };
}

/** Options with every default filled in, as the job's row stores them and the renderer reads them. */
export type JobOptions =
  | (SharedOptions & {
      outputType: "pdf";
      /** Whether the paper decides how wide the page is laid out, up to the viewport's width. */
      fitPaper: boolean;
      format: PdfFormat;
      /** CSS px. */
      marginPx: { top: number; right: number; bottom: number; left: number };
    })
  | (SharedOptions & {
      outputType: "screenshot";
      type: ScreenshotType;
      /** 0-100; null for png. */
      quality: number | null;
      fullPage: boolean;
    });

/** Fills in what depends on other fields: the viewport of the form factor, px of each margin, quality of the type. */
export function resolveOptions({ options }: JobRequest): JobOptions {
  const chosen = options.outputType === "pdf" ? options.pdfOptions : options.screenshotOptions;
  const fallback = options.formFactor === "mobile" ? MOBILE_DEVICE.viewport : OPTION_DEFAULTS.viewport;
  const shared: SharedOptions = {
    responseType: options.responseType,
    platform: options.platform,
    formFactor: options.formFactor,
    viewport: {
      width: chosen.viewport?.width ?? fallback.width,
      height: chosen.viewport?.height ?? fallback.height,
    },
  };
  if (options.outputType === "pdf") {
    const { format, margin, viewport } = options.pdfOptions;
    return {
      ...shared,
      outputType: "pdf",
      fitPaper: viewport?.fitPaper ?? viewport?.width === undefined,
      format,
      marginPx: {
        top: parseCssLength(margin.top) ?? 0,
        right: parseCssLength(margin.right) ?? 0,
        bottom: parseCssLength(margin.bottom) ?? 0,
        left: parseCssLength(margin.left) ?? 0,
      },
    };
  }
  const { type, quality, fullPage } = options.screenshotOptions;
  return {
    ...shared,
    outputType: "screenshot",
    type,
    quality: type === "png" ? null : (quality ?? OPTION_DEFAULTS.quality),
    fullPage,
  };
}
