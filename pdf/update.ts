/** New and changed objects of a PDF: in their places in the file, or as an incremental update after its end. */
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

  /**
   * The file with the changes in the places of the objects. `table`: where its list of objects begins. Null if the list is
   * not as Skia writes it.
   */
  in(file: Buffer, entries: string, table: number): Buffer | null {
    const places = placesIn(file, table);
    if (!places) return null;
    const [first] = places;
    const parts: Uint8Array[] = [file.subarray(0, first?.from ?? table)];
    const positions = new Map<number, number>();
    let at = first?.from ?? table;
    const write = (number: number, bytes: Uint8Array) => {
      positions.set(number, at);
      parts.push(bytes);
      at += bytes.length;
    };
    for (const { number, from, to } of places) {
      const text = this.changed.get(number);
      write(number, text === undefined ? file.subarray(from, to) : objectBytes(number, text));
    }
    for (const [number, text] of this.changed) {
      if (!positions.has(number)) write(number, objectBytes(number, text));
    }
    const lines = Array.from({ length: this.next }, (_, number) => tableLine(positions.get(number)));
    const end = `xref\n0 ${this.next}\n${lines.join("")}trailer\n<</Size ${this.next}\n${entries}>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(end, "latin1")]);
  }

  /** The bytes to append to a file of this length. `entries`: those of the trailer besides size and previous table. */
  end(length: number, entries: string, previousTable: number): Uint8Array {
    const objects: Buffer[] = [Buffer.from("\n")];
    const table: string[] = [];
    let at = length + 1;
    for (const [number, text] of this.changed) {
      const object = objectBytes(number, text);
      table.push(`${number} 1\n${tableLine(at)}`);
      objects.push(object);
      at += object.length;
    }
    const trailer = `trailer\n<</Size ${this.next}\n${entries}\n/Prev ${previousTable}>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.concat([...objects, Buffer.from(`xref\n${table.join("")}${trailer}`, "latin1")]);
  }
}

function objectBytes(number: number, text: string): Buffer {
  return Buffer.from(`${number} 0 obj\n${text}\nendobj\n`, "latin1");
}

/** A line of the list of objects. Without a position, the number is free. */
function tableLine(at: number | undefined): string {
  return at === undefined ? "0000000000 65535 f \n" : `${String(at).padStart(10, "0")} 00000 n \n`;
}

/** Where each object begins and ends, in the order of the file. */
function placesIn(file: Buffer, table: number): { number: number; from: number; to: number }[] | null {
  const list = /^xref\n0 \d+\n((?:\d{10} \d{5} [nf] \n)+)trailer\n/.exec(file.toString("latin1", table))?.[1];
  if (list === undefined) return null;
  const starts = list
    .split("\n")
    .flatMap((line, number) => (line.endsWith("n ") ? [{ number, from: Number(line.slice(0, 10)) }] : []))
    .toSorted((one, other) => one.from - other.from);
  const isTrue = starts.every(({ number, from }) => {
    const head = `${number} 0 obj\n`;
    return file.toString("latin1", from, from + head.length) === head;
  });
  if (!isTrue) return null;
  return starts.map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? table }));
}

/** A stream as an object's text. `dict`: the entries of its dictionary without its length. */
export function streamText(dict: string, bytes: Buffer): string {
  return `<<${dict}\n/Length ${bytes.length}>> stream\n${bytes.toString("latin1")}\nendstream`;
}
