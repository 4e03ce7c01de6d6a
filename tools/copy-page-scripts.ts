/** Runs after `npm ci`. Copies scripts and rules of packages as text, which the Worker sends to pages. */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

/** By the copy's path in worker-render: the file in node_modules. */
const COPIES = {
  "clear/autoconsent.txt": "@duckduckgo/autoconsent/dist/autoconsent.playwright.js",
  "clear/autoconsent-rules.txt": "@duckduckgo/autoconsent/rules/compact-rules.json",
  "document/mathml-to-latex.txt": "mathml-to-latex/dist/index.cjs",
  "document/readability.txt": "@mozilla/readability/Readability.js",
  "document/turndown.txt": "turndown/lib/turndown.browser.cjs.js",
  "document/turndown-plugin-gfm.txt": "@joplin/turndown-plugin-gfm/lib/turndown-plugin-gfm.cjs.js",
};

for (const [copy, file] of Object.entries(COPIES)) {
  await copyFile(join(ROOT, "node_modules", file), join(ROOT, "worker-render", copy));
}
