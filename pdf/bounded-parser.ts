/**
 * Keeps pdf-lib's memory and time in proportion to a file. Its parser has no bounds of its own: a kilobyte can inflate to
 * gigabytes, or name a billion entries.
 */
import { constants, inflateSync } from "node:zlib";
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
} from "@cantoo/pdf-lib";
import type { PdfFaultCode } from "#contract/pdf-file.ts";
import { PdfFault } from "./pdf-fault.ts";
import { noteEncryption } from "./restrictions.ts";

/** Of all object streams of a file together. */
const MAX_INFLATED_BYTES = 64_000_000;
/** Of pdf-lib's objects, by the sizes below. 200,000 elements of a tagged document, of 66 bytes each, take 198 MB. */
const MAX_MEMORY_BYTES = 224_000_000;
/** What pdf-lib's objects take in V8, measured on 200,000 of each kind. Strings and numbers are values. */
const MEMORY_BYTES = { object: 200, dict: 240, array: 200, stream: 200, name: 16, value: 80 };
/** Different names of a file. pdf-lib keeps them until its isolate ends. */
const MAX_NAMES = 50_000;
const MAX_OBJECT_NUMBER = 1_000_000;
const MAX_GENERATION = 99;
/** pdf-lib puts a string together from its characters, at some 30 bytes for each. */
const MAX_STRING_BYTES = 1_000_000;
const MAX_NAME_BYTES = 1_000;
/** Each costs a JavaScript error: junk of a few megabytes would take minutes. */
const MAX_FAILURES = 100_000;
/** How often each byte may be read, on average: a broken object is read to its end, however far, and again from its start. */
const MAX_READINGS = 6;

const FLATE = PDFName.of("FlateDecode");
const TYPE = PDFName.of("Type");
const OBJ = "obj";

/** What one file has used up of its bounds. Once one is passed, every further step throws. */
class Bounds {
  private excess: PdfFault | null = null;
  private memoryBytes = 0;
  private readonly names = new Set<PDFName>();
  private failures = 0;
  private inflatedBytes = 0;
  private steps = 0;
  private maxSteps: number;

  constructor(sizeBytes: number) {
    this.maxSteps = MAX_READINGS * sizeBytes + MAX_STRING_BYTES;
  }

  step(): void {
    this.steps += 1;
    if (this.excess || this.steps > this.maxSteps) this.pass();
  }

  fail(): void {
    this.failures += 1;
    if (this.failures > MAX_FAILURES) this.pass();
  }

  /** The beginning of an object of the file, which is read at least twice. */
  beginning(): void {
    this.charge(MEMORY_BYTES.object / 2);
  }

  objectInStream(): void {
    this.charge(MEMORY_BYTES.object);
  }

  value(value: PDFObject): void {
    this.charge(memoryOf(value));
    if (value instanceof PDFRef) this.ref(value);
  }

  name(name: PDFName): PDFName {
    this.names.add(name);
    if (this.names.size > MAX_NAMES) this.pass();
    return name;
  }

  private charge(bytes: number): void {
    this.memoryBytes += bytes;
    if (this.memoryBytes > MAX_MEMORY_BYTES) this.pass();
  }

  ref({ objectNumber, generationNumber }: PDFRef): void {
    if (objectNumber > MAX_OBJECT_NUMBER || generationNumber > MAX_GENERATION) this.pass();
  }

  /** Runs `parse` and lets it make that many steps at most. */
  within<T>(maxSteps: number, parse: () => T): T {
    const before = this.maxSteps;
    this.maxSteps = Math.min(before, this.steps + maxSteps);
    const result = parse();
    this.maxSteps = before;
    return result;
  }

  /** Null for bytes that are not compressed. */
  inflate(bytes: Uint8Array): Uint8Array | null {
    try {
      const maxOutputLength = MAX_INFLATED_BYTES - this.inflatedBytes;
      // As pdf-lib does, takes what there is of a stream that was cut.
      const inflated = inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      this.inflatedBytes += inflated.length;
      this.maxSteps += MAX_READINGS * inflated.length;
      return inflated;
    } catch (error) {
      return error instanceof RangeError ? this.pass("result_too_large") : null;
    }
  }

  private pass(code: PdfFaultCode = "unreadable_pdf"): never {
    this.excess ??= new PdfFault(code);
    throw this.excess;
  }
}

function memoryOf(value: PDFObject): number {
  if (value instanceof PDFDict) return MEMORY_BYTES.dict;
  if (value instanceof PDFArray) return MEMORY_BYTES.array;
  if (value instanceof PDFRawStream) return MEMORY_BYTES.stream + MEMORY_BYTES.dict;
  return value instanceof PDFName ? MEMORY_BYTES.name : MEMORY_BYTES.value;
}

/** Every byte that a parser takes is a step. */
function countSteps(bytes: { next(): number }, bounds: Bounds): void {
  const next = bytes.next.bind(bytes);
  bytes.next = () => {
    bounds.step();
    return next();
  };
}

class BoundedParser extends PDFParser {
  private readonly bounds: Bounds;
  /** Whether an object stream could not be inflated. */
  private isCut = false;

  constructor(...args: ConstructorParameters<typeof PDFParser>) {
    super(...args);
    this.bounds = new Bounds(args[0].length);
    countSteps(this.bytes, this.bounds);
  }

  /** pdf-lib parses an encrypted file twice: without its key to find out how it is encrypted, and with it. */
  override async parseDocument(): Promise<PDFContext> {
    const context = await super.parseDocument();
    const isWithoutKey = context.trailerInfo.Encrypt !== undefined && !context.isDecrypted;
    if (this.isCut && !isWithoutKey) throw new PdfFault("unreadable_pdf");
    noteEncryption(context);
    return context;
  }

  override parseObject(ref?: PDFRef): PDFObject {
    if (ref) this.bounds.ref(ref);
    const value = super.parseObject(ref);
    this.bounds.value(value);
    if (!(value instanceof PDFRawStream)) return value;
    const type = value.dict.lookup(TYPE);
    if (type === PDFName.of("ObjStm")) return this.takeObjects(value);
    return type === PDFName.of("XRef") ? withoutEntries(value) : value;
  }

  /** Puts the stream's objects into the document. The stream is of no use after that. */
  private takeObjects({ dict, contents }: PDFRawStream): PDFRawStream {
    const filter = dict.lookup(PDFName.of("Filter"));
    const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
    const inflated = filters.reduce<Uint8Array | null>((bytes, name) => {
      // Object streams are younger than the other filters, and no program combines the two.
      if (name !== FLATE) throw new Error("The filter of an object stream is unknown.");
      return bytes && this.bounds.inflate(bytes);
    }, contents);
    if (inflated) new ObjectStream(dict, inflated, this.bounds).read();
    else this.isCut = true;
    return PDFRawStream.of(PDFDict.withContext(this.context), new Uint8Array());
  }

  protected override parseRawInt(): number {
    try {
      return super.parseRawInt();
    } catch (error) {
      this.bounds.fail();
      throw error;
    }
  }

  protected override matchKeyword(keyword: number[]): boolean {
    const matches = super.matchKeyword(keyword);
    if (keyword.length !== OBJ.length || keyword[0] !== OBJ.charCodeAt(0)) return matches;
    if (matches) this.bounds.beginning();
    else this.bounds.fail();
    return matches;
  }

  protected override parseString(ref?: PDFRef) {
    return this.bounds.within(MAX_STRING_BYTES, () => super.parseString(ref));
  }

  protected override parseHexString(ref?: PDFRef) {
    return this.bounds.within(MAX_STRING_BYTES, () => super.parseHexString(ref));
  }

  protected override parseName() {
    return this.bounds.name(this.bounds.within(MAX_NAME_BYTES, () => super.parseName()));
  }
}

class ObjectStream extends PDFObjectStreamParser {
  private readonly dict: PDFDict;
  private readonly bounds: Bounds;

  constructor(dict: PDFDict, inflated: Uint8Array, bounds: Bounds) {
    dict.delete(PDFName.of("Filter"));
    super(PDFRawStream.of(dict, inflated));
    this.dict = dict;
    this.bounds = bounds;
    countSteps(this.bytes, bounds);
  }

  read(): void {
    const count = this.dict.lookup(PDFName.of("N"), PDFNumber).asNumber();
    const first = this.dict.lookup(PDFName.of("First"), PDFNumber).asNumber();
    const places: [PDFRef, number][] = [];
    while (places.length < count) {
      this.skipWhitespaceAndComments();
      const ref = PDFRef.of(this.parseRawInt(), 0);
      this.bounds.ref(ref);
      this.bounds.objectInStream();
      this.skipWhitespaceAndComments();
      places.push([ref, this.parseRawInt()]);
    }
    for (const [ref, offset] of places) {
      this.bytes.moveTo(first + offset);
      this.context.assign(ref, this.parseObject(ref));
    }
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const value = super.parseObject(ref);
    this.bounds.value(value);
    return value;
  }

  protected override parseString(ref?: PDFRef) {
    return this.bounds.within(MAX_STRING_BYTES, () => super.parseString(ref));
  }

  protected override parseHexString(ref?: PDFRef) {
    return this.bounds.within(MAX_STRING_BYTES, () => super.parseHexString(ref));
  }

  protected override parseName() {
    return this.bounds.name(this.bounds.within(MAX_NAME_BYTES, () => super.parseName()));
  }
}

/** pdf-lib finds objects by reading the whole file: it needs the stream as a trailer, and makes a list of the rest. */
function withoutEntries({ dict }: PDFRawStream): PDFRawStream {
  dict.set(PDFName.of("Index"), PDFArray.withContext(dict.context));
  dict.delete(PDFName.of("Filter"));
  return PDFRawStream.of(dict, new Uint8Array());
}

/** `PDFDocument.load` makes its parser here. */
export function boundParsers(): void {
  PDFParser.forBytesWithOptions = (...args) => new BoundedParser(...args);
}
