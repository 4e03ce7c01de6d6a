/**
 * Makes the PDF of a ready page: prints up to the plan's page limit, counts the pages, and changes what the plan and the job's
 * options want to be changed.
 */

import { OPTIONS } from "#contract/job/options.ts";
import type { PdfJobOptions } from "#contract/job/request.ts";
import { selectPages } from "#contract/page-ranges.ts";
import { PLANS } from "#contract/plans.ts";
import { completeTags } from "#pdf/accessible.ts";
import { PrintReader } from "#pdf/read-print.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { type Budget, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import { sheetPx } from "../page/paper.ts";
import { emulateMedia } from "../page/user.ts";
import { changesNothing, changesOf, type Terms } from "./changes.ts";
import { shrinkingIn } from "./encode-photo.ts";
import { FurtherPage } from "./further-page.ts";
import type { Layout } from "./lay-out.ts";
import { prepareTags } from "./prepare-tags.ts";
import { print, readPrint } from "./print.ts";
import { type PrintSettings, tallSettingsOf } from "./print-settings.ts";
import { orHangs, PRINT_MS } from "./print-time.ts";
import { rewritePrint } from "./rewrite-print.ts";
import { sheetCount, tallPaper } from "./sheets.ts";

type Made = Pick<Rendered, "parts" | "facts">;

/** Prints the page in sheets. The parts must be read before the tab is disposed of. Throws PrintHangs. */
export async function makePdf(
  cdpSession: CDPSession,
  { pdfOptions }: PdfJobOptions,
  { paper }: Layout,
  settings: PrintSettings,
  terms: Terms,
  budget: Budget,
  journal: Journal,
): Promise<Made> {
  const { pageRanges } = pdfOptions;
  const selection = selectPages(pageRanges, PLANS[terms.tier].pagesPerPdf);
  const cap = selection.pages.length;
  const names = prepareTags(cdpSession, budget);
  const handle = await orHangs(print(cdpSession, paper, settings, selection.pages.join(",")), budget);
  if (handle === null) throw new PageFault(pageRanges ? "page_ranges_empty" : "empty_page", "capturing");
  const reader = new PrintReader();
  const further = new FurtherPage(cdpSession, paper, settings, selection.next, budget);
  const read = further.askAfter(readPrint(cdpSession, handle), () => reader.pages >= cap);
  const printed = completeTags(read, names, reader);
  const changes = changesOf(pdfOptions, terms);
  const { compress, maxImageDpi: maxDpi = OPTIONS.pdfOptions.maxImageDpi.default } = pdfOptions;
  if (changesNothing(changes) && !compress) return counted(printed, reader, cap, further);
  const shrinking = compress && shrinkingIn(cdpSession, maxDpi, budget, journal);
  const { bytes, pages } = await rewritePrint(printed, { ...changes, cap, shrinking });
  const truncated = pages >= cap && (await further.exists());
  return { parts: single(bytes), facts: { pages, truncated } };
}

/** Prints one tall page and cuts it into sheets, for pages on which the layout in sheets hangs. */
export async function makePdfFromTall(
  cdpSession: CDPSession,
  options: PdfJobOptions,
  { paper, heightPx }: Layout,
  terms: Terms,
  budget: Budget,
): Promise<Made> {
  const { pagesPerPdf: cap } = PLANS[terms.tier];
  const total = sheetCount(heightPx, sheetPx(paper));
  const selection = selectPages(options.pdfOptions.pageRanges, cap);
  const pages = selection.pages.filter((page) => page <= total);
  const count = pages.at(-1);
  if (count === undefined) throw new PageFault("page_ranges_empty", "capturing");
  const names = prepareTags(cdpSession, budget);
  await Promise.all([
    emulateMedia(cdpSession, options, "screen"),
    cdpSession.send("Emulation.setScriptExecutionDisabled", { value: true }),
  ]);
  const printing = print(cdpSession, tallPaper(paper, count), tallSettingsOf(options), "1");
  const handle = await within(printing, budget.share(PRINT_MS), () => {
    throw new PageFault("print_timeout", "capturing");
  });
  if (handle === null) throw new PageFault("empty_page", "capturing");
  const { bytes } = await rewritePrint(completeTags(readPrint(cdpSession, handle), names), {
    ...changesOf(options.pdfOptions, terms),
    cap,
    sheets: { ...paper, pages },
  });
  const truncated = selection.next !== null && heightPx > sheetPx(paper) * (selection.next - 1);
  return { parts: single(bytes), facts: { pages: pages.length, truncated } };
}

/** Passes the bytes through. `facts` are final after the last part. */
function counted(
  printed: AsyncIterable<Uint8Array>,
  reader: PrintReader,
  cap: number,
  further: FurtherPage,
): Made {
  const facts: Made["facts"] = { pages: 0, truncated: false };
  async function* parts() {
    yield* printed;
    if (reader.pages === 0) throw new PageFault("capture_failed", "capturing");
    facts.pages = reader.pages;
    facts.truncated = reader.pages >= cap && (await further.exists());
  }
  return { parts: parts(), facts };
}

/** The bytes as the only part. */
export async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
