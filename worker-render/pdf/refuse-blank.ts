/** Refuses a printed document whose sheets are blank, although the page shows words on the screen. */
import { PageFault } from "../fault/page-fault.ts";

/** A larger file is not blank. Chromium's empty sheets take less than 1 kB each, including the free plan's watermark. */
const MAX_BLANK_BYTES = 32_000;
/** A content stream up to this size has only a few boxes, such as a background and the free plan's watermark. */
const MAX_BLANK_STREAM_BYTES = 400;
/** Lengths of all streams but the metadata. */
const DRAWN_LENGTH = /(?<!\/XML\s)\/Length (\d+)\b/g;
/** Fonts and pictures as Chromium writes them. The free plan's watermark has a font of another type. */
const INK = /\/Subtype ?\/(Type0|Type3|TrueType|Image)\b/;

/** Passes the parts through. Throws PageFault `empty_page` after the last one when the sheets are blank. */
export async function* refuseBlank(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let text = "";
  let length = 0;
  for await (const bytes of parts) {
    length += bytes.length;
    if (length <= MAX_BLANK_BYTES) text += Buffer.from(bytes).toString("latin1");
    yield bytes;
  }
  if (length <= MAX_BLANK_BYTES && isBlank(text)) {
    throw new PageFault(
      "empty_page",
      "capturing",
      "The page shows words on the screen, but none when printed.",
    );
  }
}

function isBlank(pdf: string): boolean {
  const lengths = [...pdf.matchAll(DRAWN_LENGTH)];
  return !INK.test(pdf) && lengths.every(([, length]) => Number(length) <= MAX_BLANK_STREAM_BYTES);
}
