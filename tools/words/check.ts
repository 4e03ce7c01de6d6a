/** `npm run words` fails on words that are not in the house style, in code, guides and scripts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../list-files.ts";
import { ROOT } from "../paths.ts";
import { findWords } from "./find-words.ts";

const FILES = ["*.ts", "*.tsx", "*.js", "*.svelte", "*.css", "*.html", "*.md", "*.php", "*.sh", "*.toml"];
/** Other people's text, and the list of words itself. */
const OTHERS = [":!bench/peers", ":!**/worker-configuration.d.ts", ":!tools/words"];

const files = listFiles([...FILES, ...OTHERS]);
const found = files.flatMap((file) =>
  findWords(readFileSync(join(ROOT, file), "utf8")).map(
    ({ line, word, use }) => `${file}:${line} “${word}”: ${use}`,
  ),
);
for (const fault of found) console.error(fault);
if (found.length > 0) process.exitCode = 1;
else console.log(`${files.length} files have only words of the house style.`);
