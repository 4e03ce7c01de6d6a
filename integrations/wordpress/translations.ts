/** Formats of gettext: the template for translators, and a translation as PHP and the editor read it. */
import { keyOf, type Text } from "./texts.ts";

/** Translations by `keyOf`. The entry "" is the header. */
export type Translation = ReadonlyMap<string, string>;

const HEADER = "Content-Type: text/plain; charset=UTF-8\n";
const ENTRY = /(?:^msgctxt (".*")\n)?^msgid (".*")\nmsgstr (".*(?:\n".*")*)/gm;

/** The template, platen.pot. */
export function writeTemplate(texts: readonly Text[]): string {
  const entries = [...Map.groupBy(texts, keyOf).values()].map((same) => {
    const [{ context, text } = { context: undefined, text: "" }] = same;
    const files = [...new Set(same.map(({ file }) => file))].join(" ");
    const line = context === undefined ? "" : `msgctxt ${JSON.stringify(context)}\n`;
    return `#: ${files}\n${line}msgid ${JSON.stringify(text)}\nmsgstr ""\n`;
  });
  return [`msgid ""\nmsgstr ${JSON.stringify(HEADER)}\n`, ...entries].join("\n");
}

/** Reads a translator's file, platen-*.po. */
export function readTranslation(po: string): Translation {
  return new Map(
    [...po.matchAll(ENTRY)].map(([, context, text, translated]) => {
      const key = keyOf({ context: context && unquote(context), text: unquote(text) });
      return [key, unquote(translated)];
    }),
  );
}

function unquote(lines = '""'): string {
  return lines
    .split("\n")
    .map((line) => String(JSON.parse(line)))
    .join("");
}

/** The translation for PHP, in gettext's binary format (.mo). */
export function writeBinary(translation: Translation): Uint8Array {
  const encoder = new TextEncoder();
  const bytes = [...translation].map((pair) => pair.map((text) => encoder.encode(text)));
  const pairs = bytes.sort(([a = empty], [b = empty]) => Buffer.compare(a, b));
  const columns = [pairs.map(([key = empty]) => key), pairs.map(([, value = empty]) => value)].flat();
  const head = 28 + columns.length * 8;
  // Magic number, version, number of texts, places of both tables, a hash table without entries.
  const words = [0x950412de, 0, pairs.length, 28, 28 + pairs.length * 8, 0, head];
  let at = head;
  for (const { length } of columns) {
    words.push(length, at);
    at += length + 1;
  }
  const end = Buffer.of(0);
  const header = Buffer.alloc(head);
  words.forEach((word, index) => {
    header.writeUInt32LE(word, index * 4);
  });
  return Buffer.concat([header, ...columns.flatMap((column) => [column, end])]);
}

const empty = new Uint8Array();

/** The translation for the editor, in the JSON of WordPress's script translations. */
export function writeScriptTranslation(translation: Translation, language: string): string {
  const entries = [...translation].filter(([key]) => key !== "").map(([key, value]) => [key, [value]]);
  const messages = { "": { domain: "messages", lang: language }, ...Object.fromEntries(entries) };
  return JSON.stringify({ domain: "messages", locale_data: { messages } });
}
