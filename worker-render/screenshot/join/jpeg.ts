/**
 * Joins baseline JPEG bands into one JPEG without decoding pixels. Coefficients are copied from the bands' Huffman codes to the
 * standard ones; only the first DC difference of each component changes (ITU-T T.81 annex F). Each band but the last must end
 * with a whole row of blocks, and all bands must have the same width and quantisation.
 */

import { type ReadingTable, readingTable, STANDARD_AC, STANDARD_DC } from "./huffman.ts";
import { type Component, JpegRecoder, MAX_BLOCKS } from "./jpeg-recoder.ts";
import { release } from "./release.ts";

interface Band {
  width: number;
  height: number;
  /** Segments before the picture: application data, quantisation and frame. The frame's height is set to zero. */
  prelude: Uint8Array[];
  components: Component[];
  blockWidth: number;
  blockHeight: number;
  entropy: Uint8Array;
}

/** The parts of one JPEG of `height` rows. Throws when the bands do not fit together. Empties each band. */
export async function* stitchJpeg(
  bands: AsyncIterable<Uint8Array>,
  height: number,
): AsyncGenerator<Uint8Array> {
  const recoder = new JpegRecoder();
  let first: Band | null = null;
  let rows = 0;
  for await (const bytes of bands) {
    const band = read(bytes);
    if (!first) {
      first = band;
      yield* head(band, height);
    } else if (!alike(first, band) || rows % band.blockHeight !== 0) {
      throw new Error("the bands are not of one kind");
    }
    rows += band.height;
    const columns = Math.ceil(band.width / band.blockWidth);
    yield* recoder.recode(band.entropy, band.components, columns * Math.ceil(band.height / band.blockHeight));
    release(bytes);
  }
  if (rows !== height) throw new Error(`${rows} rows in place of ${height}`);
  yield recoder.end();
  yield Uint8Array.of(0xff, 0xd9);
}

function read(bytes: Uint8Array): Band {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const prelude: Uint8Array[] = [];
  const tables = new Map<number, ReadingTable>();
  let frame: Uint8Array | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xc4) readTables(body, tables);
    else if (marker === 0xda) return assemble(frame, body, tables, prelude, bytes.subarray(at + 2 + length));
    else if (marker === 0xdd || (marker > 0xc0 && marker <= 0xcf))
      throw new Error("not a plain baseline JPEG");
    else {
      if (marker === 0xc0) frame = body;
      // A copy, because `withoutHeight` changes it and a Buffer's slice would share its bytes.
      prelude.push(new Uint8Array(bytes.subarray(at, at + 2 + length)));
    }
    at += 2 + length;
  }
  throw new Error("not a JPEG");
}

function readTables(body: Uint8Array, tables: Map<number, ReadingTable>): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const counts = [...body.subarray(at + 1, at + 17)];
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = [...body.subarray(at + 17, at + 17 + total)];
    tables.set(body[at] ?? 0, readingTable({ counts, symbols }));
    at += 17 + total;
  }
}

function assemble(
  frame: Uint8Array | null,
  scan: Uint8Array,
  tables: Map<number, ReadingTable>,
  prelude: Uint8Array[],
  entropy: Uint8Array,
): Band {
  const count = frame?.[5];
  if (!frame || count !== 3 || scan[0] !== 3) throw new Error("not a JPEG of three components in one scan");
  const sampling = [0, 1, 2].map((index) => frame[7 + index * 3] ?? 0);
  const components = [0, 1, 2].map((index): Component => {
    const sample = sampling[index] ?? 0;
    const selector = scan[2 + index * 2] ?? 0;
    const dc = tables.get(selector >> 4);
    const ac = tables.get(0x10 | (selector & 15));
    if (!dc || !ac) throw new Error("a Huffman table is missing");
    return {
      id: frame[6 + index * 3] ?? 0,
      blocks: (sample >> 4) * (sample & 15),
      kind: index === 0 ? 0 : 1,
      dc,
      ac,
    };
  });
  if (components.reduce((sum, { blocks }) => sum + blocks, 0) > MAX_BLOCKS) throw new Error("not a JPEG");
  return {
    height: ((frame[1] ?? 0) << 8) | (frame[2] ?? 0),
    width: ((frame[3] ?? 0) << 8) | (frame[4] ?? 0),
    prelude: prelude.map(withoutHeight),
    components,
    blockWidth: 8 * Math.max(...sampling.map((sample) => sample >> 4)),
    blockHeight: 8 * Math.max(...sampling.map((sample) => sample & 15)),
    entropy,
  };
}

function withoutHeight(segment: Uint8Array): Uint8Array {
  if (segment[1] === 0xc0) segment.fill(0, 5, 7);
  return segment;
}

function alike(one: Band, other: Band): boolean {
  return Buffer.compare(Buffer.concat(one.prelude), Buffer.concat(other.prelude)) === 0;
}

function* head(band: Band, height: number): Generator<Uint8Array> {
  yield Uint8Array.of(0xff, 0xd8);
  for (const segment of band.prelude) {
    const copied = new Uint8Array(segment);
    if (copied[1] === 0xc0) copied.set([height >> 8, height & 0xff], 5);
    yield copied;
  }
  for (const kind of [0, 1] as const) {
    yield huffmanSegment(kind, STANDARD_DC[kind]);
    yield huffmanSegment(0x10 | kind, STANDARD_AC[kind]);
  }
  const selectors = band.components.flatMap(({ id, kind }) => [id, (kind << 4) | kind]);
  yield Uint8Array.of(0xff, 0xda, 0, 12, 3, ...selectors, 0, 63, 0);
}

function huffmanSegment(id: number, { counts, symbols }: (typeof STANDARD_DC)[0]): Uint8Array {
  const length = 19 + symbols.length;
  return Uint8Array.of(0xff, 0xc4, length >> 8, length & 0xff, id, ...counts, ...symbols);
}
