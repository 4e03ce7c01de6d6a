/** Adds an opaque alpha channel to the filtered rows of a PNG. Filters work per channel, so the colours stay as they are. */

/** What each filter leaves of an opaque pixel: of the first in a row, and of the others. https://www.w3.org/TR/png-3/#9Filters */
const NONE = [255, 255];
const OPAQUE = [NONE, [255, 0], [0, 0], [128, 0], [0, 0]] as const;

/** The same rows with an alpha channel. The first row must have the filter None or Sub, which use no row above. */
export async function* withAlpha(
  pieces: AsyncIterable<Uint8Array>,
  width: number,
): AsyncGenerator<Uint8Array> {
  const rowBytes = 1 + width * 3;
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const rows = Math.floor(bytes.length / rowBytes);
    if (rows > 0) yield widened(bytes, rows, width);
    rest = bytes.subarray(rows * rowBytes);
  }
  if (rest.length > 0) throw new Error("a band with half a row");
}

function widened(bytes: Uint8Array, rows: number, width: number): Uint8Array {
  const wide = new Uint8Array(rows * (1 + width * 4));
  let from = 0;
  let to = 0;
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes[from++] ?? 0;
    wide[to++] = filter;
    const [first = 255, next = 255] = OPAQUE[filter] ?? NONE;
    for (let pixel = 0; pixel < width; pixel += 1) {
      wide[to++] = bytes[from++] ?? 0;
      wide[to++] = bytes[from++] ?? 0;
      wide[to++] = bytes[from++] ?? 0;
      wide[to++] = pixel === 0 ? first : next;
    }
  }
  return wide;
}
