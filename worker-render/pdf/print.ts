/** Prints the page of a tab, and reads the bytes as a stream. */
import type { Protocol } from "devtools-protocol";
import type { CDPSession } from "../devtools/devtools.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Paper } from "../page/paper.ts";
import type { PrintSettings } from "./print-settings.ts";

/** Bytes of one read. In base64 they are far below 32 MiB, the largest message of a DevTools connection. */
const READ_BYTES = 2_000_000;
/** A PDF's last line. */
const END_MARK = "%%EOF";

/** Handle of a printed document in the browser. It can be read once. */
export type PrintHandle = string;

/**
 * Prints the given pages, such as "1,3", as far as the document has them. Null when it does not have the first. The caller sets the deadline.
 * @throws PageFault `capture_failed` when Chromium cannot print the page
 */
export function print(
  cdpSession: CDPSession,
  paper: Paper,
  settings: PrintSettings,
  pages: string,
): Promise<PrintHandle | null> {
  return send(cdpSession, { ...paper, ...settings, pageRanges: pages, generateTaggedPDF: true });
}

/** Whether the document has this page. Prints it without what takes time and no room on the sheets. Throws like `print`. */
export async function hasPage(
  cdpSession: CDPSession,
  paper: Paper,
  { preferCSSPageSize = false }: PrintSettings,
  page: number,
): Promise<boolean> {
  const handle = await send(cdpSession, { ...paper, preferCSSPageSize, pageRanges: `${page}` });
  return handle !== null;
}

async function send(
  cdpSession: CDPSession,
  request: Protocol.Page.PrintToPDFRequest,
): Promise<PrintHandle | null> {
  try {
    const asStream = { ...request, transferMode: "ReturnAsStream" } as const;
    const { stream } = await cdpSession.send("Page.printToPDF", asStream);
    return stream ?? null;
  } catch (error) {
    if (/Page range exceeds page count/.test(String(error))) return null;
    if (/Printing failed|Printing is not available/.test(String(error))) {
      throw new PageFault("capture_failed", "capturing");
    }
    throw error;
  }
}

/** The bytes of a printed document. A part that is short and has the end mark is the last one, which saves a read. */
export function readPrint(cdpSession: CDPSession, handle: PrintHandle): AsyncGenerator<Uint8Array> {
  return readStream(cdpSession, handle, (bytes) => bytes.length < READ_BYTES && bytes.includes(END_MARK, -8));
}

/**
 * The bytes of a stream in the browser, up to its end or the part for which `isLast` returns true. The next part is requested
 * while the current one is used. The stream ends with the tab.
 */
export async function* readStream(
  cdpSession: CDPSession,
  handle: string,
  isLast: (bytes: Buffer) => boolean = () => false,
): AsyncGenerator<Uint8Array> {
  const read = () => {
    const response = cdpSession.send("IO.read", { handle, size: READ_BYTES });
    // The caller may have stopped reading: then the rejection would be unhandled.
    response.catch(() => undefined);
    return response;
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
