/** An incremental update: new and changed objects after the end of a PDF, whose own bytes stay as they are. */
import type { PrintObject } from "./read-print.ts";

export class Update {
  /** Text of objects. Streams are text too: each character is one byte. */
  private readonly changed = new Map<number, string>();
  private readonly objects: Map<number, PrintObject>;
  private next: number;

  /** `size`: the number above those of all objects. */
  constructor(objects: Map<number, PrintObject>, size: number) {
    this.objects = objects;
    this.next = size;
  }

  /** The object with the changes so far. */
  textOf(number: number): string {
    return this.changed.get(number) ?? this.objects.get(number)?.text ?? "";
  }

  set(number: number, text: string): void {
    this.changed.set(number, text);
  }

  add(text: string): number {
    const number = this.next;
    this.next += 1;
    this.set(number, text);
    return number;
  }

  /** The bytes to append to a file of this length. `entries`: those of the trailer besides size and previous table. */
  end(length: number, entries: string, previousTable: number): Uint8Array {
    const objects = ["\n"];
    const table: string[] = [];
    let at = length + 1;
    for (const [number, text] of this.changed) {
      const object = `${number} 0 obj\n${text}\nendobj\n`;
      table.push(`${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`);
      objects.push(object);
      at += object.length;
    }
    const trailer = `trailer\n<</Size ${this.next}\n${entries}\n/Prev ${previousTable}>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.from([...objects, "xref\n", ...table, trailer].join(""), "latin1");
  }
}

/** A stream as an object's text. `dict`: the entries of its dictionary without its length. */
export function streamText(dict: string, bytes: Buffer): string {
  return `<<${dict}\n/Length ${bytes.length}>> stream\n${bytes.toString("latin1")}\nendstream`;
}
