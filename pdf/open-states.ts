/**
 * Closes the graphics states that a page's content leaves open. What is drawn after it would be scaled, moved or cut off like
 * the end of the content: a program that writes one `q` too many is not noticed by any reader.
 */
import { inflateSync } from "node:zlib";
import {
  PDFArray,
  type PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  popGraphicsState,
} from "@cantoo/pdf-lib";

/** Of all pages together. The pages after that are taken as they are. */
const MAX_BYTES = 8_000_000;
/** More open states than any program writes. */
const MAX_OPEN = 64;

const FLATE = PDFName.of("FlateDecode");
const SPACES = new Set("\0\t\n\f\r ");
const DELIMITERS = new Set("()<>[]{}/%");

export function closeOpenStates(document: PDFDocument): void {
  const budget = { bytes: MAX_BYTES };
  for (const page of document.getPages()) {
    const open = Math.min(MAX_OPEN, openStatesOf(page, budget));
    if (open > 0) page.pushOperators(...Array.from({ length: open }, popGraphicsState));
  }
}

/** Of the page's content. 0 if it has more bytes than the budget, or another compression than Flate. */
function openStatesOf({ node }: PDFPage, budget: { bytes: number }): number {
  const contents = node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  let open = 0;
  for (const one of streams) {
    const stream = node.context.lookup(one);
    const bytes = stream instanceof PDFRawStream ? bytesOf(stream, budget.bytes) : null;
    if (bytes === null) return 0;
    budget.bytes -= bytes.length;
    open = openStates(Buffer.from(bytes).toString("latin1"), open);
  }
  return open;
}

/**
 * The number of `q` without their `Q`, at the end of a part of a page's content. Takes time in proportion to the content.
 * @param before the number at the beginning of the part, which no token crosses
 */
export function openStates(content: string, before = 0): number {
  let open = before;
  let at = 0;
  while (at < content.length) {
    const char = content.charAt(at);
    if (char === "(") at = endOfText(content, at);
    else if (char === "%") at = endOfLine(content, at);
    else if (SPACES.has(char) || (DELIMITERS.has(char) && char !== "/")) at += 1;
    else {
      const end = endOfToken(content, at + 1);
      const token = content.slice(at, end);
      at = token === "ID" ? endOfImage(content, end) : end;
      if (token === "q") open += 1;
      if (token === "Q") open = Math.max(0, open - 1);
    }
  }
  return open;
}

function endOfToken(content: string, from: number): number {
  let at = from;
  while (at < content.length && !SPACES.has(content.charAt(at)) && !DELIMITERS.has(content.charAt(at)))
    at += 1;
  return at;
}

function endOfText(content: string, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at += 1) {
    const char = content.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return content.length;
}

function endOfLine(content: string, from: number): number {
  let at = from;
  while (at < content.length && content.charAt(at) !== "\n" && content.charAt(at) !== "\r") at += 1;
  return at;
}

/** The bytes of an inline image may be anything, also an `EI` inside of a word. */
function endOfImage(content: string, from: number): number {
  for (let at = content.indexOf("EI", from); at >= 0; at = content.indexOf("EI", at + 1)) {
    const after = content.charAt(at + 2);
    if (SPACES.has(content.charAt(at - 1)) && (after === "" || SPACES.has(after))) return at + 2;
  }
  return content.length;
}

function bytesOf({ dict, contents }: PDFRawStream, maxBytes: number): Uint8Array | null {
  const filter = dict.lookup(PDFName.of("Filter"));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
  if (filters.some((name) => name !== FLATE) || filters.length > 1 || maxBytes < 1) return null;
  if (filters.length === 0) return contents.length <= maxBytes ? contents : null;
  try {
    return inflateSync(contents, { maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}
