/**
 * Joins PNG bands into one PNG, a piece of a band at a time. Rows keep their filters, except the first row of each band: its
 * filter took the row above as zeros, so it is replaced by one that does not use that row. https://www.w3.org/TR/png-3/#9Filters
 */
import { Readable } from "node:stream";
import { crc32, createDeflate, createInflate } from "node:zlib";
import { withAlpha } from "./alpha.ts";
import { release } from "./release.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Fastest level, the same as Chromium's encoder uses for us. Higher levels make the file only 1 % smaller. */
const LEVEL = 1;
/** Size of a piece of rows between reading and writing. */
const PIECE_BYTES = 1 << 20;
const RGB = 2;
const RGBA = 6;

interface Header {
  width: number;
  height: number;
  bitDepth: number;
  colorType: number;
}

/**
 * The parts of one PNG of `height` rows from bands of the same width. Throws when the bands do not fit together. Empties each
 * band.
 * @param hasAlpha The picture may be transparent. Chromium leaves the alpha channel out of bands without any transparency.
 */
export async function* stitchPng(
  bands: AsyncIterable<Uint8Array>,
  height: number,
  hasAlpha: boolean,
): AsyncGenerator<Uint8Array> {
  const deflater = new Deflater();
  let first: Header | null = null;
  let rows = 0;
  for await (const band of bands) {
    const { header: own, data } = readPng(band);
    const isWidened = hasAlpha && own.colorType === RGB;
    const header = isWidened ? { ...own, colorType: RGBA } : own;
    if (!first) {
      first = header;
      yield SIGNATURE;
      yield chunk("IHDR", headerBytes({ ...header, height }));
    }
    if (header.width !== first.width || header.colorType !== first.colorType || header.bitDepth !== 8) {
      throw new Error("the bands are not of one kind");
    }
    rows += header.height;
    const pieces = detached(inflated(data), own);
    for await (const piece of isWidened ? withAlpha(pieces, own.width) : pieces) {
      for await (const part of deflater.add(piece)) yield chunk("IDAT", part);
    }
    release(band);
  }
  if (rows !== height) throw new Error(`${rows} rows in place of ${height}`);
  for await (const part of deflater.end()) yield chunk("IDAT", part);
  yield chunk("IEND", new Uint8Array());
}

/** The picture's header and its compressed rows. Throws when the bytes are not a PNG. */
export function readPng(png: Uint8Array): { header: Header; data: Uint8Array[] } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const data: Uint8Array[] = [];
  let header: Header | null = null;
  for (let at = SIGNATURE.length; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const name = view.getUint32(at + 4);
    const body = at + 8;
    if (name === 0x49484452) {
      header = {
        width: view.getUint32(body),
        height: view.getUint32(body + 4),
        bitDepth: view.getUint8(body + 8),
        colorType: view.getUint8(body + 9),
      };
    }
    if (name === 0x49444154) data.push(png.subarray(body, body + length));
    at = body + length + 4;
  }
  if (!header || data.length === 0) throw new Error("not a PNG");
  return { header, data };
}

/** The filtered rows, in pieces that are made on demand. */
async function* inflated(data: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* Readable.from(joined(data)).pipe(createInflate({ chunkSize: PIECE_BYTES }));
}

/** Joins Chromium's chunks of a few kB, because inflating a small chunk costs as much as a large one. */
function* joined(data: Uint8Array[]): Generator<Uint8Array> {
  let from = 0;
  let size = 0;
  for (const [index, { length }] of data.entries()) {
    size += length;
    if (size < PIECE_BYTES && index < data.length - 1) continue;
    yield Buffer.concat(data.slice(from, index + 1), size);
    from = index + 1;
    size = 0;
  }
}

/** The same rows, with a filter for the first one that does not use the row above. */
async function* detached(pieces: AsyncIterable<Uint8Array>, header: Header): AsyncGenerator<Uint8Array> {
  const samples = header.colorType === RGBA ? 4 : 3;
  const rowBytes = 1 + header.width * samples;
  let firstRow = new Uint8Array();
  for await (const piece of pieces) {
    if (firstRow.length >= rowBytes) {
      yield piece;
      continue;
    }
    firstRow = Buffer.concat([firstRow, piece]);
    if (firstRow.length < rowBytes) continue;
    detachFirstRow(firstRow, header.width, samples);
    yield firstRow;
  }
  if (firstRow.length < rowBytes) throw new Error("a band without rows");
}

/** With zeros above, the filter Up equals None, Paeth equals Sub, and Average adds half of the left sample. */
function detachFirstRow(pixels: Uint8Array, width: number, samples: number): void {
  const filter = pixels[0];
  if (filter === 2) pixels[0] = 0;
  if (filter === 4) pixels[0] = 1;
  if (filter !== 3) return;
  pixels[0] = 0;
  for (let at = 1 + samples; at <= width * samples; at += 1) {
    pixels[at] = ((pixels[at] ?? 0) + ((pixels[at - samples] ?? 0) >> 1)) & 0xff;
  }
}

function headerBytes({ width, height, bitDepth, colorType }: Header): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  view.setUint8(8, bitDepth);
  view.setUint8(9, colorType);
  return bytes;
}

function chunk(name: "IHDR" | "IDAT" | "IEND", body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(body, 8);
  view.setUint32(body.length + 8, crc32(bytes.subarray(4, body.length + 8)));
  return bytes;
}

/** One zlib stream that is written in pieces. Both methods yield the output so far. */
class Deflater {
  private readonly stream = createDeflate({ level: LEVEL, chunkSize: PIECE_BYTES });
  private ready: Uint8Array[] = [];

  constructor() {
    this.stream.on("data", (part: Uint8Array) => this.ready.push(part));
  }

  async *add(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    await new Promise<void>((resolve, reject) => {
      this.stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    yield* this.take();
  }

  async *end(): AsyncGenerator<Uint8Array> {
    await new Promise<void>((resolve, reject) => {
      this.stream.once("end", resolve);
      this.stream.once("error", reject);
      this.stream.end();
    });
    yield* this.take();
  }

  private take(): Uint8Array[] {
    const parts = this.ready;
    this.ready = [];
    return parts;
  }
}
