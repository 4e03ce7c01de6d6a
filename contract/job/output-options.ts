/** What to make, and of what kind of page. */
import type { Group } from "./option.ts";
import { BUTTON_OUTPUT_TYPES, FORM_FACTORS, OUTPUT_TYPES, PLATFORMS, RESPONSE_TYPES } from "./values.ts";

export const OUTPUT_OPTIONS = {
  outputType: {
    kind: "choice",
    values: OUTPUT_TYPES,
    default: "pdf",
    meaning: "What to make of the page.",
    button: { attribute: "output-type", label: "Output", values: BUTTON_OUTPUT_TYPES },
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
} as const satisfies Group;
