/**
 * Counts the pages of a PDF that Chromium printed, while its bytes pass by. Skia writes the page tree's node as plain text
 * (one node for up to eight pages) and gives each stream its length, so streams are stepped over and never looked into.
 */

const STREAM = /\/Length (\d+)>> stream\r?\n/;
const PAGES = /<<\/Type \/Pages\s+\/Count (\d+)/;
/** Longer than either pattern can be, cut at the seam of two chunks. */
const SEAM = 64;
/** Text between two streams is short: looking at little of it at a time keeps the count linear. */
const WINDOW = 4_096;

export class PageCounter {
  private text = "";
  private skip = 0;
  /** Pages so far known; 0 until the page tree has passed. */
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

  /** Reads text up to the next stream's first byte, and answers where it stopped. */
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
