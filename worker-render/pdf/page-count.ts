/**
 * Counts the pages of a PDF of Chromium while its bytes pass through. Skia writes the page tree as plain text (one node for up
 * to eight pages) and the length before each stream, so streams are skipped.
 */

const STREAM = /\/Length (\d+)>> stream\r?\n/;
const PAGES = /<<\/Type \/Pages\s+\/Count (\d+)/;
/** Characters that are kept between two chunks. No match of the patterns is longer. */
const SEAM = 64;
/** Bytes that are searched at a time. Text between two streams is short; a small window keeps the cost linear. */
const WINDOW = 4_096;

export class PageCounter {
  private text = "";
  private skip = 0;
  /** Number of pages; 0 until the page tree has passed. */
  pages = 0;

  add(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.skip > 0) {
        const step = Math.min(this.skip, bytes.length - at);
        this.skip -= step;
        at += step;
        continue;
      }
      at = this.read(bytes, at);
    }
  }

  /** Reads text up to the first byte of the next stream. Returns the position where it stopped. */
  private read(bytes: Uint8Array, from: number): number {
    const before = this.text.length;
    const window = Math.min(WINDOW, bytes.length - from);
    this.text += Buffer.from(bytes.buffer, bytes.byteOffset + from, window).toString("latin1");
    const stream = STREAM.exec(this.text);
    const end = stream ? stream.index + stream[0].length : this.text.length;
    this.pages = Math.max(this.pages, Number(PAGES.exec(this.text.slice(0, end))?.[1] ?? 0));
    this.skip = Number(stream?.[1] ?? 0);
    this.text = stream ? "" : this.text.slice(-SEAM);
    return from + end - before;
  }
}
