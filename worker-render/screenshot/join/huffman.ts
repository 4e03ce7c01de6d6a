/** Huffman tables of baseline JPEG (ITU-T T.81 annexes C, F and K.3), for reading and for writing. */

/** A table as in a DHT segment: the number of codes of each length from 1 to 16, and the symbols in the order of their codes. */
export interface HuffmanSpec {
  counts: readonly number[];
  symbols: readonly number[];
}

const MAX_CODE_BITS = 16;

/** Longest code in the short table, which is small enough to stay in the processor's first-level cache. */
export const SHORT_BITS = 9;

/** For each value of the next bits, `length << 8 | symbol` of the code that they begin with; 0 if they begin with no code. */
export interface ReadingTable {
  /** Index: the next `SHORT_BITS` bits. It has only the short codes. */
  short: Uint16Array;
  /** Index: the next 16 bits. It has every code. */
  full: Uint16Array;
}

export function readingTable(spec: HuffmanSpec): ReadingTable {
  return { short: byPrefix(spec, SHORT_BITS), full: byPrefix(spec, MAX_CODE_BITS) };
}

function byPrefix({ counts, symbols }: HuffmanSpec, bits: number): Uint16Array {
  const table = new Uint16Array(1 << bits);
  let at = 0;
  let next = 0;
  counts.slice(0, bits).forEach((count, index) => {
    const length = index + 1;
    for (let i = 0; i < count; i += 1) {
      const span = 1 << (bits - length);
      table.fill((length << 8) | (symbols[next] ?? 0), at, at + span);
      at += span;
      next += 1;
    }
  });
  return table;
}

/** For each symbol, `length << 16 | code`; 0 for a symbol that the table does not have. */
export function writingTable({ counts, symbols }: HuffmanSpec): Uint32Array {
  const table = new Uint32Array(256);
  let code = 0;
  let next = 0;
  counts.forEach((count, index) => {
    for (let i = 0; i < count; i += 1) {
      table[symbols[next] ?? 0] = ((index + 1) << 16) | code;
      code += 1;
      next += 1;
    }
    code <<= 1;
  });
  return table;
}

const DC_SYMBOLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

function hex(text: string): number[] {
  return [...text.matchAll(/../g)].map(([pair]) => Number.parseInt(pair, 16));
}

/** DC tables of annex K.3, for luminance and chrominance. They have every symbol that a baseline JPEG may have. */
export const STANDARD_DC: readonly [HuffmanSpec, HuffmanSpec] = [
  { counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: DC_SYMBOLS },
  { counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: DC_SYMBOLS },
];

/** AC tables of annex K.3, for luminance and chrominance. They have every symbol that a baseline JPEG may have. */
export const STANDARD_AC: readonly [HuffmanSpec, HuffmanSpec] = [
  {
    counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
    symbols: hex(
      "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728" +
        "292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a83848586878889" +
        "8a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2" +
        "e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
    ),
  },
  {
    counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
    symbols: hex(
      "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a26" +
        "2728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a828384858687" +
        "88898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9da" +
        "e2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa",
    ),
  },
];
