/** The screenshot. */
import { LIMITS } from "../limits.ts";
import type { Group } from "./option.ts";
import { ANIMATIONS, FITS, MOBILE_PIXEL_RATIO, SCREENSHOT_TYPES } from "./values.ts";
import { VIEWPORT_OPTIONS } from "./viewport-options.ts";

const place = { kind: "number", min: 0, max: LIMITS.screenshotHeightPx, default: null } as const;
const size = { kind: "pixels", max: LIMITS.screenshotHeightPx, default: null } as const;

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
    fullPageMaxHeight: {
      kind: "pixels",
      max: LIMITS.screenshotHeightPx,
      default: null,
      when: { option: "fullPage", values: ["true"] },
      label: "Largest height",
      meaning: "Cut a taller page at this height in CSS px.",
    },
    selector: {
      kind: "text",
      maxChars: LIMITS.selectorChars,
      default: null,
      without: "clip",
      label: "Element",
      meaning:
        "Capture only the first visible element that matches this CSS selector. Not together with clip.",
    },
    padding: {
      kind: "integer",
      min: 0,
      max: LIMITS.paddingPx,
      default: null,
      fallback: "0",
      needs: "selector",
      label: "Padding",
      meaning: "CSS px of the page to show around the element of selector.",
    },
    clip: {
      x: {
        ...place,
        fallback: "0",
        needs: "width",
        label: "Clip x",
        meaning: "Capture only a part of the page: its distance from the left in CSS px.",
      },
      y: {
        ...place,
        fallback: "0",
        needs: "width",
        label: "Clip y",
        meaning: "Distance of the part from the top of the page in CSS px.",
      },
      width: {
        ...size,
        needs: "height",
        label: "Clip width",
        meaning: "Width of the part in CSS px.",
      },
      height: {
        ...size,
        needs: "width",
        label: "Clip height",
        meaning: "Height of the part in CSS px.",
      },
    },
    deviceScaleFactor: {
      kind: "number",
      min: 1,
      max: 3,
      default: null,
      fallback: `1 (mobile: ${MOBILE_PIXEL_RATIO}; with device: that of the device)`,
      label: "Pixel ratio",
      meaning: "Image px per CSS px.",
    },
    resize: {
      width: {
        kind: "integer",
        min: 1,
        max: LIMITS.webpSidePx,
        default: null,
        label: "Image width",
        meaning: "Scale a wider image down to this width in image px.",
      },
      height: {
        kind: "integer",
        min: 1,
        max: LIMITS.screenshotHeightPx,
        default: null,
        label: "Image height",
        meaning: "Scale a taller image down to this height in image px.",
      },
      fit: {
        kind: "choice",
        values: FITS,
        default: null,
        fallback: "inside",
        needs: ["width", "height"],
        meaning:
          "With both sides: fit the whole image inside them, cover them and cut off the rest below or at both sides, or stretch the image to fill them.",
      },
    },
    thumbnail: {
      kind: "integer",
      min: 16,
      max: LIMITS.thumbnailPx,
      default: null,
      label: "Thumbnail width",
      meaning:
        "Store a second, small image too: a WebP of this width in px that shows the top of the screenshot.",
    },
    transparent: {
      kind: "flag",
      default: false,
      when: { option: "type", values: ["png", "webp"] },
      meaning: "Leave the background transparent where the page has none.",
    },
    animations: {
      kind: "choice",
      values: ANIMATIONS,
      default: "freeze",
      meaning:
        "Freeze what moves, so that two screenshots of a page are the same, or capture it as it plays.",
    },
    viewport: VIEWPORT_OPTIONS,
  },
} as const satisfies Group;
