/** Reads from a WOFF2 file which characters its font has. https://www.w3.org/TR/WOFF2/ */
import { brotliDecompressSync } from "node:zlib";

const SIGNATURE = 0x774f4632;
const HEADER_BYTES = 48;
/** Numbers of known tables in the file's directory. */
const [CMAP, GLYF, LOCA, OTHER] = [0, 10, 11, 63];
/** Platform of the tables of characters that are Unicode's. */
const [UNICODE, WINDOWS] = [0, 3];

/** The code points that the font maps to a glyph. @throws Error for a file of another format. */
export function lettersOf(file: Buffer): Set<number> {
  if (file.readUInt32BE(0) !== SIGNATURE) throw new Error("This is not a WOFF2 file.");
  const letters = new Set<number>();
  const cmap = readCmap(file);
  for (let at = 4; at < 4 + cmap.readUInt16BE(2) * 8; at += 8) {
    const platform = cmap.readUInt16BE(at);
    if (platform !== UNICODE && platform !== WINDOWS) continue;
    const table = cmap.subarray(cmap.readUInt32BE(at + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, letters);
    if (format === 12) addGroups(table, letters);
  }
  return letters;
}

/** The table `cmap`. All tables are one Brotli stream, in the order of the directory. */
function readCmap(file: Buffer): Buffer {
  let at = HEADER_BYTES;
  const readNumber = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let [from, start, length] = [0, -1, 0];
  for (let left = file.readUInt16BE(12); left > 0; left--) {
    const flags = file.readUInt8(at++);
    const tag = flags & 63;
    if (tag === OTHER) at += 4;
    const version = flags >> 6;
    const bytes = readNumber();
    const isTransformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    const stored = isTransformed ? readNumber() : bytes;
    if (tag === CMAP) [start, length] = [from, bytes];
    from += stored;
  }
  if (start < 0) throw new Error("The font has no table of characters.");
  return brotliDecompressSync(file.subarray(at)).subarray(start, start + length);
}

/** Format 4: segments of the Basic Multilingual Plane. */
function addSegments(table: Buffer, letters: Set<number>): void {
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const end = table.readUInt16BE(14 + at);
    const start = table.readUInt16BE(16 + size + at);
    const delta = table.readUInt16BE(16 + 2 * size + at);
    const offsetAt = 16 + 3 * size + at;
    const offset = table.readUInt16BE(offsetAt);
    for (let letter = start; letter <= end && letter < 0xffff; letter++) {
      const glyph =
        offset === 0
          ? (letter + delta) & 0xffff
          : table.readUInt16BE(offsetAt + offset + (letter - start) * 2);
      if (glyph !== 0) letters.add(letter);
    }
  }
}

/** Format 12: groups of all planes. */
function addGroups(table: Buffer, letters: Set<number>): void {
  const end = 16 + table.readUInt32BE(12) * 12;
  for (let at = 16; at < end; at += 12) {
    for (let letter = table.readUInt32BE(at); letter <= table.readUInt32BE(at + 4); letter++)
      letters.add(letter);
  }
}
