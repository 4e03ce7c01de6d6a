/** The last look at a printed document: sheets on which nothing stands are no result. */
import { PageFault } from "../fault/page-fault.ts";

/** Chromium's empty sheets take less than a kilobyte each, the free plan's mark included. */
const MAX_BLANK_BYTES = 32_000;
/** A content stream of this size holds a few boxes, such as a background and the free plan's mark, and no drawing. */
const MAX_BLANK_STREAM_BYTES = 400;
/** Fonts and pictures as Chromium writes them; the free plan's mark has a font of another type. */
const INK = /\/Subtype ?\/(Type0|Type3|TrueType|Image)\b/;

/** The parts of a PDF whose page shows words on the screen. Throws PageFault when there is nothing on its sheets. */
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
  const lengths = [...pdf.matchAll(/\/Length (\d+)\b/g)];
  return !INK.test(pdf) && lengths.every(([, length]) => Number(length) <= MAX_BLANK_STREAM_BYTES);
}
