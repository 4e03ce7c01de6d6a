/**
 * Values of job options, and the numbers behind them (spec §3). No schema library here, because the widget imports this
 * file.
 */

export const OUTPUT_TYPES = ["pdf", "screenshot", "markdown", "html"] as const;
/** The outputs that the button offers. */
export const BUTTON_OUTPUT_TYPES = ["pdf", "screenshot"] as const satisfies readonly OutputType[];
export const RESPONSE_TYPES = ["url", "buffer"] as const;
export const PLATFORMS = ["", "wix"] as const;
export const FORM_FACTORS = ["desktop", "mobile"] as const;
export const PDF_FORMATS = [
  "Letter",
  "Legal",
  "Tabloid",
  "Ledger",
  "A0",
  "A1",
  "A2",
  "A3",
  "A4",
  "A5",
  "A6",
] as const;
export const SCREENSHOT_TYPES = ["png", "jpeg", "webp"] as const;
export const WAIT_EVENTS = ["load", "networkIdle"] as const;
export const FAULT_KINDS = ["http", "resources", "data", "console"] as const;

export const ANIMATIONS = ["freeze", "play"] as const;

export const FITS = ["inside", "cover", "fill"] as const;

export const COLOR_SCHEMES = ["light", "dark"] as const;
export const MEDIA = ["print", "screen"] as const;

export type OutputType = (typeof OUTPUT_TYPES)[number];
export type ButtonOutputType = (typeof BUTTON_OUTPUT_TYPES)[number];
export type Media = (typeof MEDIA)[number];
export type FormFactor = (typeof FORM_FACTORS)[number];
export type PdfFormat = (typeof PDF_FORMATS)[number];
export type ScreenshotType = (typeof SCREENSHOT_TYPES)[number];

/** The formats that the button offers (spec §3). */
export const BUTTON_PDF_FORMATS = [
  "A4",
  "Letter",
  "Legal",
  "A3",
  "A5",
] as const satisfies readonly PdfFormat[];

/** Where a job comes from: an API key, a button, or the dashboard. */
export const JOB_SOURCES = ["api", "widget", "dashboard"] as const;
export type JobSource = (typeof JOB_SOURCES)[number];

/** Default window of the browser in CSS px: a common desktop screen and a common phone. */
export const VIEWPORTS = {
  desktop: { width: 1920, height: 1080 },
  mobile: { width: 390, height: 844 },
} as const satisfies Record<FormFactor, { width: number; height: number }>;

/** Device pixels per CSS px on a phone. */
export const MOBILE_PIXEL_RATIO = 3;

export const PDF_COMPRESSIONS = ["images"] as const;

/** Scale of a page on paper. At 1, text of 16 px prints at 12 pt. */
export const PDF_SCALE = {
  /** Smallest scale of a layout whose width follows from the paper: text of 16 px prints at 9 pt. */
  least: 0.75,
  /** Smallest scale of a layout as wide as the viewport: text of 16 px prints at 6 pt. */
  leastAsked: 0.5,
  /** Scale of pages that have print styles of their own. */
  printRules: 1,
  /** Below this scale a page is hard to read: text of 16 px prints at 7 pt. */
  small: 7 / 12,
  /** Chromium's bounds. */
  min: 0.1,
  max: 2,
} as const;

/** Paper sizes in inches, with Chromium's names. Ledger is Tabloid in landscape. */
export const PAPER_INCHES = {
  Letter: { width: 8.5, height: 11 },
  Legal: { width: 8.5, height: 14 },
  Tabloid: { width: 11, height: 17 },
  Ledger: { width: 17, height: 11 },
  A0: { width: 33.1102, height: 46.811 },
  A1: { width: 23.3858, height: 33.1102 },
  A2: { width: 16.5354, height: 23.3858 },
  A3: { width: 11.6929, height: 16.5354 },
  A4: { width: 8.2677, height: 11.6929 },
  A5: { width: 5.8268, height: 8.2677 },
  A6: { width: 4.1339, height: 5.8268 },
} as const satisfies Record<PdfFormat, { width: number; height: number }>;

export const CONTENT_TYPES = {
  pdf: "application/pdf",
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  md: "text/markdown; charset=utf-8",
  html: "text/html; charset=utf-8",
} as const;
export type FileType = keyof typeof CONTENT_TYPES;

/** Types of the files that each output can have. */
export const FILE_TYPES = {
  pdf: ["pdf"],
  screenshot: SCREENSHOT_TYPES,
  markdown: ["md"],
  html: ["html"],
} as const satisfies Record<OutputType, readonly FileType[]>;

/** The output in words. */
export const OUTPUT_LABELS = {
  pdf: "PDF",
  screenshot: "Screenshot",
  markdown: "Markdown",
  html: "HTML",
} as const satisfies Record<OutputType, string>;

/** What an attempt stores: a file for the customer, or what a site check has found. */
export const STORED_TYPES = { ...CONTENT_TYPES, json: "application/json" } as const;
export type StoredType = keyof typeof STORED_TYPES;

/** What the option `block` removes from a page. */
export const UNWANTED = ["ads", "trackers", "cookieBanners", "chats"] as const;
export type Unwanted = (typeof UNWANTED)[number];
