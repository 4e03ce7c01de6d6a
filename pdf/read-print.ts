/**
 * Reads a PDF of Chromium while its bytes pass through: counts its pages and keeps its objects. Skia writes dictionaries as
 * plain text and the length before each stream, so streams are skipped.
 */

/** A dictionary as Skia writes it, with the stream if it is the content of a page or form. */
export interface PrintObject {
  text: string;
  stream?: Uint8Array;
}

const STREAM = /\/Length (\d+)>> stream\r?\n/;
const PAGES = /<<\/Type \/Pages\s+\/Count (\d+)/;
const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g;
/** Streams of drawing commands. Other streams have further entries, but the map of a font's characters has not. */
const CONTENT =
  /(\d+) 0 obj\n<<(?:\/Type \/XObject\n\/Subtype \/Form\n[\s\S]*)?\/Filter \/FlateDecode\n\/Length \d+>> stream\n$/;
/** Characters that are kept between two chunks. No match of STREAM and PAGES is longer. */
const SEAM = 64;
/** Bytes that are searched at a time. Text between two streams is short; a small window keeps the cost linear. */
const WINDOW = 4_096;
/** Of text and kept streams together. */
const MAX_KEPT_BYTES = 16_000_000;

export class PrintReader {
  private seam = "";
  private skip = 0;
  /** Text outside streams, up to the last stream and since then. */
  private before: string[] = [];
  private since: string[] = [];
  private readonly streams = new Map<number, Uint8Array[]>();
  private stream: Uint8Array[] | undefined;
  private keptBytes = 0;
  /** Number of pages; 0 until the page tree has passed. */
  pages = 0;
  /** Bytes that have passed. */
  length = 0;

  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      if (this.skip === 0) {
        at = this.read(bytes, at);
        continue;
      }
      const step = Math.min(this.skip, bytes.length - at);
      // A copy, because the chunk also has the pictures.
      if (this.stream && this.keeps(step)) this.stream.push(Uint8Array.from(bytes.subarray(at, at + step)));
      this.skip -= step;
      at += step;
    }
  }

  /** The objects by number, and the text after them. Null for a file that is too large. */
  end(): { objects: Map<number, PrintObject>; trailer: string } | null {
    if (this.keptBytes > MAX_KEPT_BYTES) return null;
    const text = [...this.before, ...this.since].join("");
    const objects = new Map<number, PrintObject>();
    for (const [, number, object = ""] of text.matchAll(OBJECT)) {
      const parts = this.streams.get(Number(number));
      objects.set(Number(number), { text: object, ...(parts && { stream: Buffer.concat(parts) }) });
    }
    return { objects, trailer: text.slice(text.lastIndexOf("\ntrailer\n")) };
  }

  private keeps(bytes: number): boolean {
    this.keptBytes += bytes;
    return this.keptBytes <= MAX_KEPT_BYTES;
  }

  /** Reads text up to the first byte of the next stream. Returns the position where it stopped. */
  private read(bytes: Uint8Array, from: number): number {
    const size = Math.min(WINDOW, bytes.length - from);
    const read = Buffer.from(bytes.buffer, bytes.byteOffset + from, size).toString("latin1");
    const text = this.seam + read;
    const stream = STREAM.exec(text);
    const end = stream ? stream.index + stream[0].length : text.length;
    this.pages = Math.max(this.pages, Number(PAGES.exec(text.slice(0, end))?.[1] ?? 0));
    const taken = end - this.seam.length;
    if (this.keeps(taken)) this.since.push(read.slice(0, taken));
    this.seam = stream ? "" : text.slice(-SEAM);
    if (stream) this.enter(Number(stream[1]));
    return from + taken;
  }

  private enter(length: number): void {
    this.skip = length;
    const text = this.since.join("");
    this.before.push(text);
    this.since = [];
    const number = CONTENT.exec(text.slice(text.lastIndexOf("\nendobj\n") + 1))?.[1];
    this.stream = number === undefined ? undefined : [];
    if (this.stream) this.streams.set(Number(number), this.stream);
  }
}
