/** Reads font files from R2, where all of them are one object. */
import type { Face } from "./font-index.ts";

export type FontBucket = Pick<R2Bucket, "get">;

/** Files that are this near are read in one go: a further request takes longer than the bytes between them. */
const NEAR_BYTES = 100_000;
/** Files that an isolate keeps, in bytes. The fonts of one page are a tenth of it. */
const MAX_KEPT_BYTES = 8_000_000;

/** R2 does not have the fonts. A deployment writes them. */
export class NoFonts extends Error {}

/** By place in the object, the latest used one at the end. */
const kept = new Map<number, Uint8Array>();
let keptBytes = 0;

/** The WOFF2 files of the faces. @throws NoFonts */
export async function readFonts(
  bucket: FontBucket,
  key: string,
  faces: readonly Face[],
): Promise<Map<Face, Uint8Array>> {
  const absent = faces.filter(({ offset }) => !kept.has(offset));
  const read = new Map<number, Uint8Array>();
  await Promise.all(spansOf(absent).map((span) => readSpan(bucket, key, span, read)));
  const files = new Map<Face, Uint8Array>();
  for (const face of faces) {
    const file = kept.get(face.offset) ?? read.get(face.offset);
    if (!file) throw new NoFonts();
    files.set(face, file);
    keep(face.offset, file);
  }
  return files;
}

/** Groups of faces that are near one another in the object. */
function spansOf(faces: readonly Face[]): Face[][] {
  const spans: Face[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const face of faces.toSorted((one, other) => one.offset - other.offset)) {
    if (face.offset - end <= NEAR_BYTES) spans.at(-1)?.push(face);
    else spans.push([face]);
    end = face.offset + face.length;
  }
  return spans;
}

async function readSpan(
  bucket: FontBucket,
  key: string,
  span: readonly Face[],
  read: Map<number, Uint8Array>,
): Promise<void> {
  const [first, last] = [span[0], span.at(-1)];
  if (!first || !last) return;
  const { offset } = first;
  const object = await bucket.get(key, { range: { offset, length: last.offset + last.length - offset } });
  if (!object) throw new NoFonts();
  const bytes = await object.arrayBuffer();
  // Each file is a copy, so that what lies between them is not kept in memory.
  for (const face of span) {
    const start = face.offset - offset;
    read.set(face.offset, new Uint8Array(bytes.slice(start, start + face.length)));
  }
}

function keep(offset: number, file: Uint8Array): void {
  if (!kept.delete(offset)) keptBytes += file.length;
  kept.set(offset, file);
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= MAX_KEPT_BYTES) break;
    kept.delete(oldest);
    keptBytes -= length;
  }
}
