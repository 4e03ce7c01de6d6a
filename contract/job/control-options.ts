/** What to change in the page before it is captured, what to wait for, and which of its faults fail the job. */
import { LIMITS } from "../limits.ts";
import type { Group } from "./option.ts";
import { FAULT_KINDS, WAIT_EVENTS } from "./values.ts";

const selectors = {
  kind: "texts",
  maxItems: LIMITS.selectors,
  maxChars: LIMITS.selectorsChars,
  default: null,
} as const;
const selector = { kind: "text", maxChars: LIMITS.selectorChars, default: null } as const;

export const CHANGE_OPTIONS = {
  css: {
    kind: "texts",
    maxItems: LIMITS.scripts,
    maxChars: LIMITS.cssChars,
    default: null,
    label: "CSS",
    meaning: "Styles for the page.",
  },
  js: {
    kind: "texts",
    maxItems: LIMITS.scripts,
    maxChars: LIMITS.jsChars,
    default: null,
    label: "JavaScript",
    meaning: "Scripts to run in the loaded page, one after the other. Each is the body of an async function.",
  },
  click: {
    kind: "list",
    maxItems: LIMITS.selectors,
    short: "selector",
    item: {
      selector: {
        ...selector,
        required: true,
        meaning: "CSS selector of the element to click.",
      },
      optional: {
        kind: "flag",
        default: false,
        meaning: "Continue without a click if the element does not appear within 2 s.",
      },
    },
    default: null,
    meaning: "Elements to click in the loaded page, one after the other. A text is a selector.",
  },
  hide: { ...selectors, meaning: "CSS selectors of elements to make invisible. Their space stays empty." },
  remove: { ...selectors, meaning: "CSS selectors of elements to take out of the page." },
  scrollTo: {
    ...selector,
    label: "Scroll to",
    meaning:
      "CSS selector of the element, or number of px from the top, at which a screenshot without fullPage begins.",
  },
} as const satisfies Group;

export const WAIT_OPTIONS = {
  waitFor: {
    selector: {
      ...selector,
      label: "Wait for selector",
      meaning: "Wait for a visible element that matches this CSS selector.",
    },
    hidden: {
      ...selector,
      label: "Wait for hidden",
      meaning: "Wait until no visible element matches this CSS selector.",
    },
    function: {
      kind: "text",
      maxChars: LIMITS.waitFunctionChars,
      default: null,
      label: "Wait for function",
      meaning: "Wait until this JavaScript expression, or body of a function, has a true value.",
    },
    event: {
      kind: "choice",
      values: WAIT_EVENTS,
      default: null,
      label: "Wait for event",
      meaning:
        "Wait for every resource of the page (load), or for 500 ms without any open request (networkIdle).",
    },
    delayMs: {
      kind: "integer",
      min: 0,
      max: LIMITS.waitDelayMs,
      default: null,
      label: "Wait in ms",
      meaning: "Wait this many milliseconds after the other conditions hold.",
    },
  },
  bestAttempt: {
    kind: "flag",
    default: false,
    label: "Best attempt",
    meaning:
      "Capture the page with a warning if it does not load in time, a wait fails, or a script of js fails.",
  },
  failOn: {
    kind: "choices",
    values: FAULT_KINDS,
    default: null,
    label: "Fail on",
    meaning:
      "Faults of the page that fail the job: a frame with an error status (http), a missing resource (resources), a request of its scripts that failed or had no response in time (data), an error in the console (console).",
  },
} as const satisfies Group;

/** Names of these options. Only an API key may use them: a public key is not a secret. */
export const CONTROL_NAMES = [
  "css",
  "js",
  "click",
  "hide",
  "remove",
  "scrollTo",
  "waitFor",
  "bestAttempt",
  "failOn",
] as const satisfies readonly (keyof typeof CHANGE_OPTIONS | keyof typeof WAIT_OPTIONS)[];
