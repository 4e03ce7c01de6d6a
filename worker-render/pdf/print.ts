/** Prints a tab: the paper, the scale that honours the viewport, and the bytes as a stream. */
import type { Protocol } from "devtools-protocol";
import type { JobOptions } from "#contract/job-request.ts";
import { PAPER_INCHES } from "#contract/option-values.ts";
import type { CDPSession } from "../browser/devtools.ts";
import { PageFault } from "../page-fault.ts";

export type PdfOptions = Extract<JobOptions, { outputType: "pdf" }>;
export type Paper = Required<
  Pick<
    Protocol.Page.PrintToPDFRequest,
    "paperWidth" | "paperHeight" | "marginTop" | "marginRight" | "marginBottom" | "marginLeft" | "scale"
  >
>;

const PX_PER_INCH = 96;
/** Chromium's own bounds are 0.1 and 2; below a half, text of the usual size can no longer be read on paper. */
const SCALE = { least: 0.5, most: 2 };
/** Bytes of one read; in base64 far below the 32 MiB that end a DevTools connection. */
const READ_BYTES = 2_000_000;
/** A PDF's last line. */
const END_MARK = "%%EOF";

/**
 * The sheet, with margins that leave room for content, and the scale at which the viewport's width fills it: the page is
 * laid out as wide as the viewport, down to half size.
 */
export function paperOf({ format, marginPx, viewport }: PdfOptions): Paper {
  const { width, height } = PAPER_INCHES[format];
  const [left, right] = fitMargins(marginPx.left, marginPx.right, width);
  const [top, bottom] = fitMargins(marginPx.top, marginPx.bottom, height);
  const contentPx = (width - left - right) * PX_PER_INCH;
  const scale = Math.min(SCALE.most, Math.max(SCALE.least, contentPx / viewport.width));
  return {
    paperWidth: width,
    paperHeight: height,
    marginLeft: left,
    marginRight: right,
    marginTop: top,
    marginBottom: bottom,
    scale,
  };
}

/** Margins in inches; two that would leave less than a tenth of the side are made smaller, in proportion. */
function fitMargins(onePx: number, otherPx: number, sideInches: number): [number, number] {
  const one = onePx / PX_PER_INCH;
  const other = otherPx / PX_PER_INCH;
  const shrink = Math.min(1, (sideInches * 0.9) / (one + other || 1));
  return [one * shrink, other * shrink];
}

/** Height of the page's own px that one sheet takes. */
export function sheetPx(paper: Paper): number {
  return ((paper.paperHeight - paper.marginTop - paper.marginBottom) * PX_PER_INCH) / paper.scale;
}

/** A printed document inside the browser, to be read once. */
export type PrintHandle = string;

/** Prints the given pages, such as "1-3"; null when the document has none of them. The caller sets the deadline. */
export async function print(session: CDPSession, paper: Paper, pages: string): Promise<PrintHandle | null> {
  try {
    const { stream } = await session.send("Page.printToPDF", {
      ...paper,
      pageRanges: pages,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      transferMode: "ReturnAsStream",
    });
    return stream ?? null;
  } catch (error) {
    if (/Page range exceeds page count/.test(String(error))) return null;
    if (/Printing failed|Printing is not available/.test(String(error))) {
      throw new PageFault("capture_failed", "capturing");
    }
    throw error;
  }
}

/** A printed document's bytes. What is shorter than was asked for and ends as a PDF does is its end; that is not asked for again. */
export function readPrint(session: CDPSession, handle: PrintHandle): AsyncGenerator<Uint8Array> {
  return readStream(session, handle, (bytes) => bytes.length < READ_BYTES && bytes.includes(END_MARK, -8));
}

/**
 * The bytes of a stream that the browser holds as long as the tab, up to the stream's end or the part that `isLast` tells;
 * the next are asked for while the last are used.
 */
export async function* readStream(
  session: CDPSession,
  handle: string,
  isLast: (bytes: Buffer) => boolean = () => false,
): AsyncGenerator<Uint8Array> {
  const read = () => {
    const answer = session.send("IO.read", { handle, size: READ_BYTES });
    // Nobody may be waiting any more.
    answer.catch(() => undefined);
    return answer;
  };
  let next = read();
  for (;;) {
    const { base64Encoded, data, eof } = await next;
    const bytes = base64Encoded ? Buffer.from(data, "base64") : Buffer.from(data);
    const ends = eof || isLast(bytes);
    if (!ends) next = read();
    if (bytes.length > 0) yield bytes;
    if (ends) return;
  }
}
