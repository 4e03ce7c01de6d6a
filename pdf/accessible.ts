/**
 * Completes the tags of Chromium's prints: artifacts, descriptions of links, corrected roles, the title as XMP. A large print
 * passes through at once, and the changed objects follow after its end. In others they take the place of the old ones.
 */
import { deflateSync, inflateSync } from "node:zlib";
import { PDFHexString, PDFString } from "@cantoo/pdf-lib";
import { markArtifacts } from "./artifacts.ts";
import { type PrintObject, PrintReader } from "./read-print.ts";
import { correctTags } from "./structure.ts";
import { streamText, Update } from "./update.ts";
import { XMP_TYPE, xmpOf } from "./xmp.ts";

/** Descriptions of links by their address, or by `#` and the place in the document. */
export type LinkNames = ReadonlyMap<string, string>;

const CATALOG = "<</Type /Catalog";
const PAGE = "<</Type /Page\n";
const FORM = "<</Type /XObject\n/Subtype /Form\n";
const LINK = "<</Type /Annot\n/Subtype /Link";
const STRING = String.raw`\((?:\\[\s\S]|[^\\)])*\)|<[0-9A-Fa-f]*>`;
/** Of one page. Larger content stays without artifacts. */
const MAX_CONTENT_BYTES = 8_000_000;

/** A larger print is mostly pictures, so changed objects after its end hardly matter. */
const MAX_HELD_BYTES = 4_000_000;

/** Passes the parts of a print through, with completed tags. `reader` is given to count the pages. */
export async function* completeTags(
  parts: AsyncIterable<Uint8Array>,
  names: Promise<LinkNames>,
  reader = new PrintReader(),
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  for await (const bytes of parts) {
    reader.add(bytes);
    held.push(bytes);
    if (reader.length > MAX_HELD_BYTES) yield* held.splice(0);
  }
  const changes = changesOf(reader, await names);
  if (changes) {
    const { update, entries, table } = changes;
    const changed = reader.length <= MAX_HELD_BYTES ? update.in(Buffer.concat(held), entries, table) : null;
    if (changed) return yield changed;
    yield* held;
    yield update.end(reader.length, entries, table);
    return;
  }
  yield* held;
}

interface Changes {
  update: Update;
  /** Entries of the trailer besides its size. */
  entries: string;
  /** Where the list of objects begins. */
  table: number;
}

/** Null for a file that is too large, or not by Chromium. */
function changesOf(reader: PrintReader, names: LinkNames): Changes | null {
  const read = reader.end();
  const trailer = /<<\/Size (\d+)\n([\s\S]*)>>\nstartxref\n(\d+)\n/.exec(read?.trailer ?? "");
  const catalog = [...(read?.objects ?? [])].find(([, { text }]) => text.startsWith(CATALOG));
  if (!read || !trailer || !catalog) return null;
  const [, size, entries = "", table] = trailer;
  const { objects } = read;
  const update = new Update(objects, Number(size));
  correctTags(objects, update);
  describeLinks(objects, names, update);
  markContent(objects, update);
  const [root, { text }] = catalog;
  const info = objects.get(Number(/\/Info (\d+) 0 R/.exec(entries)?.[1]))?.text ?? "";
  const about = { title: stringIn(info, "Title"), language: stringIn(text, "Lang") };
  const xmp = update.add(streamText(XMP_TYPE, xmpOf(about)));
  update.set(root, text.replace(CATALOG, `${CATALOG}\n/Metadata ${xmp} 0 R`));
  return { update, entries, table: Number(table) };
}

function describeLinks(objects: Map<number, PrintObject>, names: LinkNames, update: Update): void {
  for (const [number, { text }] of objects) {
    if (!text.startsWith(LINK) || text.includes("/Contents")) continue;
    const place = /\/Dest \/(\S*)/.exec(text)?.[1];
    const target = place === undefined ? stringIn(text, "URI") : `#${decodedName(place)}`;
    if (!target) continue;
    update.set(
      number,
      text.replace(LINK, () => `${LINK}\n/Contents ${stringOf(names.get(target) ?? target)}`),
    );
  }
}

function markContent(objects: Map<number, PrintObject>, update: Update): void {
  const isTagged = (form: number) => objects.get(form)?.text.includes("/StructParents ") ?? false;
  for (const [number, dict, stream] of contentIn(objects)) {
    const content = inflated(stream);
    const marked = markArtifacts(content, isTagged);
    if (marked === content) continue;
    const deflated = deflateSync(Buffer.from(marked, "latin1"));
    update.set(number, streamText(dict, deflated));
  }
}

/** The content of pages, and of forms with tags of their own: object, dictionary without its length, and bytes. */
function* contentIn(objects: Map<number, PrintObject>): Generator<[number, string, Uint8Array]> {
  for (const [number, { text, stream }] of objects) {
    if (stream && text.startsWith(FORM) && text.includes("/StructParents ")) {
      yield [number, text.slice(2, text.lastIndexOf("\n/Length ")), stream];
    }
    if (!text.startsWith(PAGE)) continue;
    const contents = Number(/\n\/Contents (\d+) 0 R/.exec(text)?.[1]);
    const bytes = objects.get(contents)?.stream;
    if (bytes) yield [contents, "/Filter /FlateDecode", bytes];
  }
}

/** Empty above the limit: a kilobyte can inflate to gigabytes. */
function inflated(stream: Uint8Array): string {
  try {
    return inflateSync(stream, { maxOutputLength: MAX_CONTENT_BYTES }).toString("latin1");
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
}

/** Text of a dictionary's entry, if it is there. */
function stringIn(dict: string, key: string): string | undefined {
  const string = new RegExp(`/${key} (${STRING})`).exec(dict)?.[1];
  if (string === undefined) return undefined;
  const inner = string.slice(1, -1);
  return (string.startsWith("<") ? PDFHexString.of(inner) : PDFString.of(inner)).decodeText();
}

function stringOf(text: string): string {
  const isPlain = /^[ -~]*$/.test(text);
  return isPlain ? `(${text.replace(/[\\()]/g, "\\$&")})` : PDFHexString.fromText(text).toString();
}

/** A name's characters besides letters and digits are hexadecimal bytes. */
function decodedName(name: string): string {
  const bytes = name.replace(/#([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}
