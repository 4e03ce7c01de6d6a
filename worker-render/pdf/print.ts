/** Prints a tab, and reads the bytes as a stream. */
import type { CDPSession } from "../devtools/devtools.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Paper } from "../page/paper.ts";

/** Bytes of one read; in base64 far below the 32 MiB that end a DevTools connection. */
const READ_BYTES = 2_000_000;
/** A PDF's last line. */
const END_MARK = "%%EOF";

/** A printed document inside the browser, to be read once. */
export type PrintHandle = string;

/** Prints the given pages, such as "1-3"; null when the document has none of them. The caller sets the deadline. */
export async function print(
  cdpSession: CDPSession,
  paper: Paper,
  pages: string,
): Promise<PrintHandle | null> {
  try {
    const { stream } = await cdpSession.send("Page.printToPDF", {
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
export function readPrint(cdpSession: CDPSession, handle: PrintHandle): AsyncGenerator<Uint8Array> {
  return readStream(cdpSession, handle, (bytes) => bytes.length < READ_BYTES && bytes.includes(END_MARK, -8));
}

/**
 * The bytes of a stream that the browser holds as long as the tab, up to the stream's end or the part that `isLast` tells;
 * the next are asked for while the last are used.
 */
export async function* readStream(
  cdpSession: CDPSession,
  handle: string,
  isLast: (bytes: Buffer) => boolean = () => false,
): AsyncGenerator<Uint8Array> {
  const read = () => {
    const response = cdpSession.send("IO.read", { handle, size: READ_BYTES });
    // Nobody may be waiting any more.
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
