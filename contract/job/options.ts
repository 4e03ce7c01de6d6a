/**
 * The options of a job (spec §3), one entry each, in the sections of forms and guides. Request validation, stored row,
 * job view, OpenAPI document, try-it form, flags of `npm run convert`, the button's attributes and the tables of the
 * guides are generated from these entries.
 */
import { ACCESS_OPTIONS } from "./access-options.ts";
import { BROWSER_OPTIONS } from "./browser-options.ts";
import { CLEAR_OPTIONS } from "./clear-options.ts";
import { CHANGE_OPTIONS, WAIT_OPTIONS } from "./control-options.ts";
import type { Group } from "./option.ts";
import { OUTPUT_OPTIONS } from "./output-options.ts";
import { PDF_OPTIONS } from "./pdf-options.ts";
import { SCREENSHOT_OPTIONS } from "./screenshot-options.ts";

export const SECTIONS = [
  { title: "Output", options: OUTPUT_OPTIONS },
  { title: "Access", options: ACCESS_OPTIONS },
  { title: "PDF", options: PDF_OPTIONS },
  { title: "Screenshot", options: SCREENSHOT_OPTIONS },
  { title: "Browser", options: BROWSER_OPTIONS },
  { title: "Changing the page", options: CHANGE_OPTIONS },
  { title: "Waiting", options: WAIT_OPTIONS },
  { title: "Unwanted content", options: CLEAR_OPTIONS },
] as const satisfies readonly { title: string; options: Group }[];

export const OPTIONS = {
  ...OUTPUT_OPTIONS,
  ...ACCESS_OPTIONS,
  ...PDF_OPTIONS,
  ...SCREENSHOT_OPTIONS,
  ...BROWSER_OPTIONS,
  ...CHANGE_OPTIONS,
  ...WAIT_OPTIONS,
  ...CLEAR_OPTIONS,
} as const satisfies Group;
