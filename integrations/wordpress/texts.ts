/** The texts of the plugin that can be translated, read from its files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const PLUGIN = join(import.meta.dirname, "platen");

export interface Text {
  /** WordPress separates texts of block.json by a context. */
  context?: string;
  text: string;
  file: string;
}

const HEADER = /^ \* (?:Plugin Name|Description): (.+)$/gm;
/** `__()`, `_e()` and their escaping forms, with a literal text and the plugin's text domain. */
const CALL = /(?:__|_e)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),\s*['"]platen['"]\s*\)/g;
const BLOCK = /^ {2}"(title|description)": "(.+)"/gm;

export function readTexts(): Text[] {
  const files = readdirSync(PLUGIN)
    .filter((name) => /\.(php|js|json)$/.test(name))
    .sort();
  return files.flatMap((file) => textsOf(file, readFileSync(join(PLUGIN, file), "utf8")));
}

function textsOf(file: string, source: string): Text[] {
  if (file === "block.json") {
    return [...source.matchAll(BLOCK)].map(([, key, text = ""]) => ({ context: `block ${key}`, text, file }));
  }
  const header = file === "platen.php" ? [...source.matchAll(HEADER)] : [];
  return [...header, ...source.matchAll(CALL)].map(([, single, double]) => ({
    text: (single ?? double ?? "").replaceAll(/\\(.)/g, "$1"),
    file,
  }));
}

/** Identifies a text in WordPress's translation files. */
export function keyOf({ context, text }: Pick<Text, "context" | "text">): string {
  return context === undefined ? text : `${context}\u0004${text}`;
}
