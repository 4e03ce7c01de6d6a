/** The list of the fonts that `npm ci` has written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FontIndex } from "../../worker-render/fonts/font-index.ts";
import { ROOT } from "../paths.ts";
import { readFontObject } from "./pack.ts";

export const INDEX_FILE = join(ROOT, "worker-render/fonts/index.txt");

/** The object of R2 with all fonts. */
export interface FontObject {
  key: string;
  /** @throws Error if the packages have changed since the list was written. */
  read(): Buffer<ArrayBuffer>;
}

export function fontObject(): FontObject {
  const { key } = FontIndex.parse(JSON.parse(readFileSync(INDEX_FILE, "utf8")));
  return {
    key,
    read() {
      const { key: found, bytes } = readFontObject();
      if (found !== key) throw new Error("The font packages have changed. Run `npm run prepare`.");
      return bytes;
    },
  };
}
