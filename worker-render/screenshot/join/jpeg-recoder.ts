/**
 * Rewrites the entropy-coded blocks of several baseline JPEGs, one after the other, with the standard Huffman codes (ITU-T
 * T.81 annex F). Every code passes through its inner loop, which is written for speed: it works on words of 32 bits.
 */
import { type ReadingTable, SHORT_BITS, STANDARD_AC, STANDARD_DC, writingTable } from "./huffman.ts";

export interface Component {
  id: number;
  /** Number of blocks in one unit (the standard's MCU). */
  blocks: number;
  /** 0 for luminance, 1 for chrominance. Decides the tables for writing. */
  kind: 0 | 1;
  /** Tables for reading its codes. */
  dc: ReadingTable;
  ac: ReadingTable;
}

/** Most blocks of all components in one unit (annex B.2.3). */
export const MAX_BLOCKS = 10;
const COEFFICIENTS = 64;
/** Longest code with the bits of its value. */
const MAX_BITS = 27;
/** Number of units that are rewritten in one step. All of their codes are in the window. */
const STEP_UNITS = 8;
const STEP_BYTES = Math.ceil((STEP_UNITS * MAX_BLOCKS * COEFFICIENTS * MAX_BITS) / 8);
const WINDOW_BYTES = 1 << 16;
/** Size of a piece of output. */
const PIECE_BYTES = 1 << 20;

const DC_CODES = [writingTable(STANDARD_DC[0]), writingTable(STANDARD_DC[1])] as const;
const AC_CODES = [writingTable(STANDARD_AC[0]), writingTable(STANDARD_AC[1])] as const;

interface Block extends Component {
  index: number;
  isFirst: boolean;
}

export class JpegRecoder {
  private readonly window = new Uint8Array(WINDOW_BYTES + 4);
  private readonly view = new DataView(this.window.buffer);
  /** Position in the window, in bits. */
  private position = 0;
  /** Output. It has room for one more step in which every byte is 0xff. */
  private readonly out = new Uint8Array(PIECE_BYTES + 2 * STEP_BYTES);
  private length = 0;
  /** Bits that are not written yet, from the top of the word. There is room for `free` more bits below them. */
  private word = 0;
  private free = 32;
  private values = [0, 0, 0];
  /** Last DC values of the picture before: the first differences of the next picture refer to them. */
  private last = [0, 0, 0];

  /** Yields the rewritten picture in large pieces. The rest of it is in the next picture's pieces, or in `end()`. */
  *recode(entropy: Uint8Array, components: Component[], units: number): Generator<Uint8Array> {
    const blocks = components.flatMap((component, index) =>
      Array.from({ length: component.blocks }, (_, block) => ({ ...component, index, isFirst: block === 0 })),
    );
    const codes = new Unstuffed(entropy);
    this.last = this.values;
    this.values = [0, 0, 0];
    this.position = WINDOW_BYTES * 8;
    for (let unit = 0; unit < units; unit += STEP_UNITS) {
      const from = this.position >>> 3;
      if (from > WINDOW_BYTES - STEP_BYTES) {
        this.window.copyWithin(0, from, WINDOW_BYTES);
        codes.read(this.window.subarray(WINDOW_BYTES - from, WINDOW_BYTES));
        this.position &= 7;
      }
      this.step(blocks, Math.min(STEP_UNITS, units - unit), unit === 0);
      if (this.length >= PIECE_BYTES) yield this.take();
    }
  }

  /** Returns the rest. Its last byte is filled with ones, as the standard requires. */
  end(): Uint8Array {
    const { out, length, word, free } = this;
    const bytes = Math.ceil((32 - free) / 8);
    this.length = put(out, length, free === 0 ? word : word | ((1 << free) - 1), bytes);
    return this.take();
  }

  private take(): Uint8Array {
    const part = this.out.slice(0, this.length);
    this.length = 0;
    return part;
  }

  /**
   * Rewrites some units, whose codes are all in the window. The code for DC and AC is written twice, and the loop over the
   * blocks has no iterator: this is a fifth faster.
   */
  private step(blocks: Block[], units: number, isFirstStep: boolean): void {
    const { view, out, values, last } = this;
    let { position, length, word, free } = this;
    for (let unit = 0; unit < units; unit += 1) {
      for (let at = 0; at < blocks.length; at += 1) {
        const block = blocks[at];
        if (!block) continue;
        const { index, isFirst, kind, dc, ac } = block;

        const entry = dc.full[(view.getUint32(position >>> 3) << (position & 7)) >>> 16] ?? 0;
        if (entry === 0) throw new Error("a code that the table does not have");
        position += entry >> 8;
        let size = entry & 0xff;
        let bits = ((view.getUint32(position >>> 3) << (position & 7)) >>> 1) >>> (31 - size);
        position += size;
        const difference = signed(bits, size);
        values[index] = (values[index] ?? 0) + difference;
        if (isFirstStep && unit === 0 && isFirst) {
          const fresh = difference - (last[index] ?? 0);
          size = 32 - Math.clz32(Math.abs(fresh));
          bits = fresh < 0 ? fresh + (1 << size) - 1 : fresh;
        }
        const code = DC_CODES[kind][size] ?? 0;
        if (code === 0) throw new Error("a symbol that no baseline JPEG has");
        const value = ((code & 0xffff) << size) | bits;
        free -= (code >> 16) + size;
        if (free >= 0) word |= value << free;
        else {
          length = put(out, length, word | (value >>> -free), 4);
          free += 32;
          word = value << free;
        }

        const { short, full } = ac;
        const codes = AC_CODES[kind];
        for (let k = 1; k < COEFFICIENTS; ) {
          const ahead = view.getUint32(position >>> 3) << (position & 7);
          let entry = short[ahead >>> (32 - SHORT_BITS)] ?? 0;
          if (entry === 0) entry = full[ahead >>> 16] ?? 0;
          if (entry === 0) throw new Error("a code that the table does not have");
          position += entry >> 8;
          const symbol = entry & 0xff;
          const size = symbol & 15;
          const bits = ((view.getUint32(position >>> 3) << (position & 7)) >>> 1) >>> (31 - size);
          position += size;
          const code = codes[symbol] ?? 0;
          if (code === 0) throw new Error("a symbol that no baseline JPEG has");
          const value = ((code & 0xffff) << size) | bits;
          free -= (code >> 16) + size;
          if (free >= 0) word |= value << free;
          else {
            length = put(out, length, word | (value >>> -free), 4);
            free += 32;
            word = value << free;
          }
          if (size === 0 && symbol < 0xf0) break;
          k += (symbol >> 4) + 1;
        }
      }
    }
    this.position = position;
    this.length = length;
    this.word = word;
    this.free = free;
  }
}

/** A value from its bits (annex F.2.2.1). */
function signed(bits: number, size: number): number {
  return size > 0 && bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

/** Writes the first `count` bytes of a word, with a zero after each 0xff. Returns the new length of `out`. */
function put(out: Uint8Array, length: number, word: number, count: number): number {
  // Fast path without 0xff: such a byte has its top bit set, and loses it when one is added.
  if (count === 4 && (word & 0x80808080 & ~(word + 0x01010101)) === 0) {
    out[length] = word >>> 24;
    out[length + 1] = word >>> 16;
    out[length + 2] = word >>> 8;
    out[length + 3] = word;
    return length + 4;
  }
  let end = length;
  for (let index = 0; index < count; index += 1) {
    const byte = (word >>> (24 - index * 8)) & 0xff;
    out[end] = byte;
    end += 1;
    if (byte !== 0xff) continue;
    out[end] = 0;
    end += 1;
  }
  return end;
}

/** Reads the codes of a picture without the zero that follows each 0xff. */
class Unstuffed {
  private readonly entropy: Uint8Array;
  private at = 0;

  constructor(entropy: Uint8Array) {
    this.entropy = entropy;
  }

  /** Fills `into` with the next bytes. After the end, which is a marker, it fills with zeros. */
  read(into: Uint8Array): void {
    const { entropy } = this;
    let { at } = this;
    for (let index = 0; index < into.length; index += 1) {
      let byte = entropy[at] ?? 0;
      if (byte === 0xff && entropy[at + 1] !== 0) byte = 0;
      else at += byte === 0xff ? 2 : 1;
      into[index] = byte;
    }
    this.at = at;
  }
}
