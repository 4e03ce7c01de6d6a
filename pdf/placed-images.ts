/** How large the images of a print are on its sheets. */
import { inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
} from "@cantoo/pdf-lib";

/** Of all content streams together. A page of text takes some 100 kB. */
const MAX_CONTENT_BYTES = 16_000_000;
/** What a stream counts for at least, because each one takes time. */
const MIN_STREAM_BYTES = 2_000;
/** Chromium nests a form for each group of opacity, blending or filters. */
const MAX_DEPTH = 20;
/** The operators that place an image, as Chromium writes them: save, restore, move and scale, paint. */
const PLACING = /(?<=^|\s)(?:((?:[-+.\d]+\s+){6})cm|\/(\S+)\s+Do|[qQ])(?=\s|$)/g;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Sides of an image on paper, in points. */
export interface Size {
  width: number;
  height: number;
}

/**
 * The largest size of each image that is painted on a sheet. Images inside of patterns are left out.
 * @throws RangeError if the content is too large to be read
 */
export function placedImages(document: PDFDocument): Map<PDFRef, Size> {
  const walk = new Walk();
  for (const { node } of document.getPages()) {
    const contents = node.Contents();
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((one) => node.context.lookup(one)) : [contents];
    const text = streams.map((stream) => walk.textOf(stream)).join("\n");
    walk.paint(text, node.Resources(), [1, 0, 0, 1, 0, 0], 0);
  }
  for (const ref of inPatterns(document)) walk.sizes.delete(ref);
  return walk.sizes;
}

class Walk {
  readonly sizes = new Map<PDFRef, Size>();
  private left = MAX_CONTENT_BYTES;

  textOf(stream: unknown): string {
    if (!(stream instanceof PDFRawStream)) return "";
    const isDeflated = stream.dict.lookup(PDFName.of("Filter")) === PDFName.of("FlateDecode");
    const bytes = isDeflated
      ? inflateSync(stream.contents, { maxOutputLength: Math.max(1, this.left) })
      : stream.contents;
    this.left -= Math.max(bytes.length, MIN_STREAM_BYTES);
    if (this.left < 0) throw new RangeError("The content streams are too large.");
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  paint(content: string, resources: PDFDict | undefined, start: Matrix, depth: number): void {
    const objects = resources?.lookupMaybe(PDFName.of("XObject"), PDFDict);
    const saved: Matrix[] = [];
    let matrix = start;
    for (const [operator, numbers, name] of content.matchAll(PLACING)) {
      if (operator === "q") saved.push(matrix);
      else if (operator === "Q") matrix = saved.pop() ?? start;
      else if (numbers) matrix = times(numbers.trim().split(/\s+/).map(Number), matrix);
      else if (name) this.paintObject(objects?.get(PDFName.of(name)), objects, matrix, depth);
    }
  }

  private paintObject(ref: unknown, objects: PDFDict | undefined, matrix: Matrix, depth: number): void {
    const object = ref instanceof PDFRef ? objects?.context.lookup(ref) : undefined;
    if (!(ref instanceof PDFRef) || !(object instanceof PDFRawStream)) return;
    const { dict } = object;
    if (dict.lookup(PDFName.of("Subtype")) === PDFName.of("Image")) {
      const [a, b, c, d] = matrix;
      const before = this.sizes.get(ref) ?? { width: 0, height: 0 };
      const width = Math.max(before.width, Math.hypot(a, b));
      this.sizes.set(ref, { width, height: Math.max(before.height, Math.hypot(c, d)) });
    } else if (depth < MAX_DEPTH) {
      const own = dict.lookupMaybe(PDFName.of("Matrix"), PDFArray);
      const numbers = own?.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : 0));
      const resources = dict.lookupMaybe(PDFName.of("Resources"), PDFDict);
      this.paint(this.textOf(object), resources, numbers ? times(numbers, matrix) : matrix, depth + 1);
    }
  }
}

/** Images that tiles repeat: their size depends on the tile. */
function inPatterns({ context }: PDFDocument): PDFRef[] {
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream) || !object.dict.has(PDFName.of("PatternType"))) return [];
    const resources = object.dict.lookupMaybe(PDFName.of("Resources"), PDFDict);
    const objects = resources?.lookupMaybe(PDFName.of("XObject"), PDFDict);
    return (objects?.values() ?? []).filter((one) => one instanceof PDFRef);
  });
}

/** The matrix `inner` within `outer`. */
function times(inner: readonly number[], [g, h, i, j, k, l]: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = inner;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
