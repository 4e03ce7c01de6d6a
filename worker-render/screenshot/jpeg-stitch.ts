/**
 * Joins baseline JPEG bands into one JPEG without decoding a px: the bands' coefficients are copied from their own Huffman
 * codes into the standard ones, and only the first DC difference of each component is counted anew (ITU-T T.81 annex F).
 * Each band but the last must end on a whole row of blocks, and all must share size and quantisation.
 */
import { readingTable, STANDARD_AC, STANDARD_DC, writingTable } from "./huffman.ts";

interface Component {
  id: number;
  blocks: number;
  /** 0 luminance, 1 chrominance: which tables it is written with. */
  kind: 0 | 1;
  dc: Uint16Array;
  ac: Uint16Array;
}

interface Band {
  width: number;
  height: number;
  /** What comes before the picture: application data, quantisation and frame, with the frame's height blanked. */
  prelude: Uint8Array[];
  components: Component[];
  blockWidth: number;
  blockHeight: number;
  entropy: Uint8Array;
}

/** Of what is put out at a time. */
const PIECE_BYTES = 1 << 20;
/** Of all components in one unit (annex B.2.3). */
const MOST_BLOCKS = 10;
/** More than such a unit takes: each block has 64 values of 27 bits, all of them 0xff and doubled. */
const UNIT_BYTES = 8_192;

const DC_CODES = [writingTable(STANDARD_DC[0]), writingTable(STANDARD_DC[1])] as const;
const AC_CODES = [writingTable(STANDARD_AC[0]), writingTable(STANDARD_AC[1])] as const;

/** The parts of one JPEG of `height` rows. Throws when the bands do not fit together. */
export async function* stitchJpeg(
  bands: AsyncIterable<Uint8Array>,
  height: number,
): AsyncGenerator<Uint8Array> {
  const writer = new BitWriter();
  const last = [0, 0, 0];
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
    yield* copy(band, last, writer);
  }
  if (rows !== height) throw new Error(`${rows} rows in place of ${height}`);
  writer.flush();
  yield writer.take();
  yield Uint8Array.of(0xff, 0xd9);
}

function read(bytes: Uint8Array): Band {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const prelude: Uint8Array[] = [];
  const tables = new Map<number, Uint16Array>();
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
      // A copy: a Buffer's slice would share its bytes.
      prelude.push(new Uint8Array(bytes.subarray(at, at + 2 + length)));
    }
    at += 2 + length;
  }
  throw new Error("not a JPEG");
}

function readTables(body: Uint8Array, tables: Map<number, Uint16Array>): void {
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
  tables: Map<number, Uint16Array>,
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
  if (components.reduce((sum, { blocks }) => sum + blocks, 0) > MOST_BLOCKS) throw new Error("not a JPEG");
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

/** Writes the band's blocks on and yields whole pieces; `last` holds each component's DC value where the band before it ended. */
function* copy(band: Band, last: number[], writer: BitWriter): Generator<Uint8Array> {
  const reader = new BitReader(band.entropy);
  const units = Math.ceil(band.width / band.blockWidth) * Math.ceil(band.height / band.blockHeight);
  const values = [0, 0, 0];
  for (let unit = 0; unit < units; unit += 1) {
    for (let index = 0; index < 3; index += 1) {
      const component = band.components[index];
      if (!component) continue;
      for (let block = 0; block < component.blocks; block += 1) {
        const size = reader.symbol(component.dc);
        const difference = extend(reader.bits(size), size);
        values[index] = (values[index] ?? 0) + difference;
        const fresh = unit === 0 && block === 0;
        writeDc(writer, DC_CODES[component.kind], fresh ? difference - (last[index] ?? 0) : difference);
        copyAc(reader, writer, component.ac, AC_CODES[component.kind]);
      }
    }
    if (writer.length >= PIECE_BYTES) yield writer.take();
  }
  for (let index = 0; index < 3; index += 1) last[index] = values[index] ?? 0;
}

function writeDc(writer: BitWriter, codes: Uint32Array, difference: number): void {
  const size = 32 - Math.clz32(Math.abs(difference));
  writer.code(codes[size] ?? 0);
  if (size > 0) writer.bits(difference < 0 ? difference + (1 << size) - 1 : difference, size);
}

function copyAc(reader: BitReader, writer: BitWriter, table: Uint16Array, codes: Uint32Array): void {
  for (let k = 1; k < 64; ) {
    const symbol = reader.symbol(table);
    writer.code(codes[symbol] ?? 0);
    const size = symbol & 15;
    const run = symbol >> 4;
    if (size > 0) writer.bits(reader.bits(size), size);
    else if (run < 15) return;
    k += run + 1;
  }
}

function extend(bits: number, size: number): number {
  if (size === 0) return 0;
  return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

class BitReader {
  private readonly bytes: Uint8Array;
  private at = 0;
  private held = 0;
  private count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  symbol(table: Uint16Array): number {
    this.fill();
    const entry = table[(this.held >>> (this.count - 16)) & 0xffff] ?? 0;
    if (entry === 0) throw new Error("a code that the table does not have");
    this.count -= entry >> 8;
    return entry & 0xff;
  }

  bits(size: number): number {
    if (size === 0) return 0;
    this.fill();
    this.count -= size;
    return (this.held >>> this.count) & ((1 << size) - 1);
  }

  /** Holds 16 bits at least; zeros after the end, which only the last code's look-ahead may meet. */
  private fill(): void {
    while (this.count < 16) {
      let byte = this.bytes[this.at] ?? 0;
      if (byte === 0xff && this.bytes[this.at + 1] !== 0) byte = 0;
      else this.at += byte === 0xff ? 2 : 1;
      this.held = ((this.held << 8) | byte) >>> 0;
      this.count += 8;
    }
  }
}

class BitWriter {
  private readonly out = new Uint8Array(PIECE_BYTES + UNIT_BYTES);
  /** Whole bytes written since the last take. */
  length = 0;
  private held = 0;
  private count = 0;

  /** An entry of a writing table. */
  code(entry: number): void {
    if (entry === 0) throw new Error("a symbol that no baseline JPEG has");
    this.bits(entry & 0xffff, entry >> 16);
  }

  bits(value: number, size: number): void {
    this.held = (this.held << size) | value;
    this.count += size;
    while (this.count >= 8) {
      this.count -= 8;
      this.byte((this.held >>> this.count) & 0xff);
    }
    this.held &= (1 << this.count) - 1;
  }

  /** Fills the last byte with ones, as the standard asks. */
  flush(): void {
    if (this.count > 0) this.bits((1 << (8 - this.count)) - 1, 8 - this.count);
  }

  /** What was written since the last call. */
  take(): Uint8Array {
    const part = this.out.slice(0, this.length);
    this.length = 0;
    return part;
  }

  private byte(value: number): void {
    this.out[this.length] = value;
    this.length += 1;
    if (value !== 0xff) return;
    this.out[this.length] = 0;
    this.length += 1;
  }
}
