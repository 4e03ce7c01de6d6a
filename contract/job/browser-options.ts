/** The browser that the page sees. */
import { LIMITS } from "../limits.ts";
import { DEVICE_NAMES } from "./devices.ts";
import type { Group } from "./option.ts";
import { COLOR_SCHEMES, MEDIA } from "./values.ts";

export const BROWSER_OPTIONS = {
  device: {
    kind: "choice",
    values: DEVICE_NAMES,
    default: null,
    meaning:
      "A device that the page sees: its window, pixel ratio, touch screen and user agent. It sets formFactor; a viewport of your own replaces the device's.",
  },
  userAgent: {
    kind: "text",
    maxChars: LIMITS.userAgentChars,
    format: "headerValue",
    default: null,
    fallback: "Chrome's, or the device's",
    label: "User agent",
    meaning: "User agent that the browser sends, and that scripts read.",
  },
  locale: {
    kind: "text",
    maxChars: 35,
    format: "locale",
    default: null,
    fallback: "en-US",
    meaning:
      "Language that the page is asked for (Accept-Language), and that its scripts use for dates and numbers.",
  },
  timezone: {
    kind: "text",
    maxChars: 50,
    format: "timezone",
    default: null,
    fallback: "UTC",
    meaning: "Time zone of the page's scripts.",
  },
  geolocation: {
    latitude: {
      kind: "number",
      min: -90,
      max: 90,
      default: null,
      needs: "longitude",
      meaning:
        "Latitude that the page gets when it asks for its place, in degrees. Without it, the page is refused.",
    },
    longitude: {
      kind: "number",
      min: -180,
      max: 180,
      default: null,
      needs: "latitude",
      meaning: "Longitude of that place, in degrees.",
    },
  },
  colorScheme: {
    kind: "choice",
    values: COLOR_SCHEMES,
    default: null,
    fallback: "light",
    label: "Color scheme",
    meaning: "Colour scheme that the page sees as the user's choice.",
  },
  reducedMotion: {
    kind: "flag",
    default: false,
    label: "Reduced motion",
    meaning: "The page sees that the user wants little motion.",
  },
  media: {
    kind: "choice",
    values: MEDIA,
    default: null,
    fallback: "screen; for a PDF print, if the page has styles for paper that show its content",
    meaning: "Styles that the page is captured with: those for paper, or those for the screen.",
  },
  javascript: {
    kind: "flag",
    default: true,
    meaning: "Run the page's scripts. A page that a click or js opens later runs its own.",
  },
} as const satisfies Group;
