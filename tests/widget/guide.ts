/** The snippets of a guide, as a reader copies them: taken from its Markdown, with the placeholders filled in. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../tools/paths.ts";

const HOST = "https://YOUR-PLATEN-HOST";
const KEY = "pk_live_…";

export interface Guide {
  /** The code of a fenced block of the language, by default the first one. */
  code(language: string, index?: number): string;
  /** Rows of the table with the columns “Field” and “Value”: the field, without marks, and its value. */
  fields(): [field: string, value: string][];
}

/** Reads `docs/NAME.md`. */
export async function readGuide(name: string, filled: { host: string; publicKey: string }): Promise<Guide> {
  const written = await readFile(join(ROOT, "docs", `${name}.md`), "utf8");
  const text = written.replaceAll(HOST, filled.host).replaceAll(KEY, filled.publicKey);
  return {
    code(language, index = 0) {
      // A block inside a list is indented.
      const blocks = [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)\\n\\1\`\`\`$`, "gms"))];
      const [, indent = "", code] = blocks[index] ?? [];
      if (code === undefined) throw new Error(`docs/${name}.md has no block ${index} of ${language}.`);
      return code.replaceAll(`\n${indent}`, "\n").slice(indent.length);
    },
    fields() {
      const [, rows = ""] = text.split("| Field | Value |\n| --- | --- |\n");
      return [...rows.matchAll(/^\| (.+) \| `(.+)` \|$/gm)].map(([, field = "", value = ""]) => {
        return [field.replaceAll("`", ""), value];
      });
    },
  };
}
