/** `npm run wordpress` writes the plugin as WordPress installs it: `dist/platen-wordpress.zip`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import { ROOT } from "../../tools/paths.ts";
import { PLUGIN, readTexts } from "./texts.ts";
import { readTranslation, writeBinary, writeScriptTranslation, writeTemplate } from "./translations.ts";

/** Always the same time and the same rights, so that equal files make an equal zip. */
const ENTRY = { level: 9, mtime: new Date(1980, 0, 1), os: 3, attrs: 0o644 << 16 } as const;
const TRANSLATION = /^platen-(\w+)\.po$/;

/** Paths in the zip, with their content. */
export function pluginFiles(): Record<string, Uint8Array> {
  const names = readdirSync(PLUGIN).filter((name) => /\.(php|js|json|txt)$/.test(name));
  const sources = names.sort().map((name) => [`platen/${name}`, bytesOf(name)]);
  const translations = readdirSync(join(PLUGIN, "languages")).sort().flatMap(translationFiles);
  const template = ["platen/languages/platen.pot", strToU8(writeTemplate(readTexts()))];
  return Object.fromEntries([...sources, template, ...translations]);
}

function translationFiles(name: string): [string, Uint8Array][] {
  const language = TRANSLATION.exec(name)?.[1];
  if (language === undefined) return [];
  const source = bytesOf(join("languages", name));
  const translation = readTranslation(new TextDecoder().decode(source));
  const path = `platen/languages/platen-${language}`;
  return [
    [`${path}.po`, source],
    [`${path}.mo`, writeBinary(translation)],
    [`${path}-platen-editor.json`, strToU8(writeScriptTranslation(translation, language))],
  ];
}

/** Line ends are LF, also where git checks files out with CRLF. */
function bytesOf(name: string): Uint8Array {
  return strToU8(readFileSync(join(PLUGIN, name), "utf8").replaceAll("\r\n", "\n"));
}

export function packPlugin(): Uint8Array {
  const entries = Object.entries(pluginFiles()).map(([path, bytes]): [string, Zippable[string]] => [
    path,
    [bytes, ENTRY],
  ]);
  return zipSync(Object.fromEntries(entries));
}

if (import.meta.main) {
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  writeFileSync(join(ROOT, "dist", "platen-wordpress.zip"), packPlugin());
  console.log("The plugin is in dist/platen-wordpress.zip.");
}
