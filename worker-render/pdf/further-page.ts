/** Finds out whether a document continues after the pages that were printed. */
import { ignore } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { type Budget, within } from "../fault/budget.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Paper } from "../page/paper.ts";
import { hasPage } from "./print.ts";
import type { PrintSettings } from "./print-settings.ts";
import { PRINT_MS } from "./print-time.ts";

/** A page that shows nothing has the same sheets, and is printed in a fraction of the time. */
const HIDE = 'document.documentElement.style.setProperty("opacity", "0", "important")';

export class FurtherPage {
  private readonly cdpSession: CDPSession;
  private readonly paper: Paper;
  private readonly settings: PrintSettings;
  private readonly page: number | null;
  private readonly budget: Budget;
  private response: Promise<boolean> | undefined;

  /** `page`: the first page after the printed ones; null when none is of interest. */
  constructor(
    cdpSession: CDPSession,
    paper: Paper,
    settings: PrintSettings,
    page: number | null,
    budget: Budget,
  ) {
    this.cdpSession = cdpSession;
    this.paper = paper;
    this.settings = settings;
    this.page = page;
    this.budget = budget;
  }

  /** Passes the print through. Asks the browser as soon as `isFull`, so that it prints while the file is completed. */
  async *askAfter(print: AsyncIterable<Uint8Array>, isFull: () => boolean): AsyncGenerator<Uint8Array> {
    for await (const bytes of print) {
      yield bytes;
      if (isFull()) this.exists().catch(ignore);
    }
  }

  /** Hides the document, which must be printed already. */
  exists(): Promise<boolean> {
    this.response ??= this.ask();
    return this.response;
  }

  private async ask(): Promise<boolean> {
    const { cdpSession, paper, settings, page, budget } = this;
    if (page === null) return false;
    cdpSession.send("Runtime.evaluate", { expression: HIDE }).catch(ignore);
    return within(hasPage(cdpSession, paper, settings, page), budget.share(PRINT_MS), () => {
      throw new PageFault("print_timeout", "capturing");
    });
  }
}
