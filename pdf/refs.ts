/**
 * References to a PDF's objects, kept for one file at a time. pdf-lib keeps those of every file until its isolate ends,
 * each with a text as its key.
 */
import { PDFRef } from "@cantoo/pdf-lib";

/** Generations of one object number. */
const GENERATIONS = 65_536;

const known = new Map<number, PDFRef>();

/** pdf-lib compares references by identity, so each pair of numbers has one object. Its constructor is private. */
function refOf(objectNumber: number, generationNumber = 0): PDFRef {
  const key = objectNumber * GENERATIONS + generationNumber;
  const before = known.get(key);
  if (before) return before;
  const tag = `${objectNumber} ${generationNumber} R`;
  const ref: PDFRef = Object.assign(Object.create(PDFRef.prototype), { objectNumber, generationNumber, tag });
  known.set(key, ref);
  return ref;
}

PDFRef.of = refOf;

/** Called between two files. */
export function forgetRefs(): void {
  known.clear();
}
