/** The screenshot. */
import type { Group } from "./option.ts";
import { SCREENSHOT_TYPES } from "./values.ts";
import { VIEWPORT_OPTIONS } from "./viewport-options.ts";

export const SCREENSHOT_OPTIONS = {
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
    viewport: VIEWPORT_OPTIONS,
  },
} as const satisfies Group;
