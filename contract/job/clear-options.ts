/** What to remove from the page. */
import type { Group } from "./option.ts";
import { UNWANTED } from "./values.ts";

export const CLEAR_OPTIONS = {
  block: {
    kind: "choices",
    values: UNWANTED,
    default: null,
    fallback: "nothing",
    meaning:
      "What to remove from the page. Ads, trackers and chats are not loaded. Cookie banners are refused where they can be, and hidden.",
  },
} as const satisfies Group;
