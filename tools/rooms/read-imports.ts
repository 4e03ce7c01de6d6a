/** Reads which file imports which in this repository, with type imports, dynamic imports and Svelte files. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { CODE, listFiles } from "../list-files.ts";
import { ROOT } from "../paths.ts";

/** Each file's imports: a path from the root for our files, else the module's name. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const SVELTE_SCRIPT = /(?<=<script[^>]*>).*?(?=<\/script>)/gs;

export function readImports(): Imports {
  const read = (file: string) => importsOf(file, readFileSync(join(ROOT, file), "utf8"));
  return new Map(listFiles(CODE).map((file) => [file, read(file)]));
}

export function importsOf(file: string, text: string): string[] {
  const code = file.endsWith(".svelte") ? (text.match(SVELTE_SCRIPT) ?? []).join("\n") : text;
  // It only scans: a quarter of the time that a syntax tree takes.
  const { importedFiles } = ts.preProcessFile(code, true, true);
  return importedFiles.map(({ fileName }) => placeOf(fileName, file));
}

/** `#store/db.ts` is store/db.ts (package.json's "imports"). Vite's suffixes, such as `?raw`, are cut off. */
function placeOf(specifier: string, from: string): string {
  const [path = ""] = specifier.split("?");
  if (path.startsWith("#")) return path.slice(1);
  return path.startsWith(".") ? posix.join(posix.dirname(from), path) : path;
}
