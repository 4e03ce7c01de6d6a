/** Input and output of a capture. */
import { PageFault } from "../fault/page-fault.ts";
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

/** The page of the tab. Throws PageFault `not_a_page` for a download, with `reason` for a PDF. */
export function requirePage({ page }: Shown, reason: string): ReadyPage {
  if (!("kind" in page)) return page;
  const message = page.isCertain ? `The address is a PDF. ${reason}` : undefined;
  throw new PageFault("not_a_page", "navigating", message);
}
