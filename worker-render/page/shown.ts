/** What a capture takes, and what it makes. */
import type { Rendered } from "../fault/rendered.ts";
import type { Tab } from "../tab/tab.ts";
import type { Pdf } from "./open.ts";
import type { ReadyPage } from "./readiness.ts";

/** A tab that shows a page, ready to be captured, or has met a PDF in the page's place. */
export interface Shown {
  tab: Tab;
  page: ReadyPage | Pdf;
}

export interface Captured extends Omit<Rendered, "done"> {
  /** The parts come from it. */
  tab: Tab;
}
