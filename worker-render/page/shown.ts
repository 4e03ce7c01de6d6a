/** Input and output of a capture. */
import type { Rendered } from "../fault/rendered.ts";
import type { Tab } from "../tab/tab.ts";
import type { Pdf } from "./open.ts";
import type { ReadyPage } from "./readiness.ts";

/** A tab with a page that is ready to be captured, or with a PDF in place of the page. */
export interface Shown {
  tab: Tab;
  page: ReadyPage | Pdf;
}

export interface Captured extends Omit<Rendered, "done"> {
  /** The tab that the parts come from. */
  tab: Tab;
}
