/** Runs after `npm ci`. Copies autoconsent's script and rules as text, which the Worker sends to pages. */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

const PACKAGE = join(ROOT, "node_modules", "@duckduckgo", "autoconsent");
const CLEAR = join(ROOT, "worker-render", "clear");

await copyFile(join(PACKAGE, "dist", "autoconsent.playwright.js"), join(CLEAR, "autoconsent.txt"));
await copyFile(join(PACKAGE, "rules", "compact-rules.json"), join(CLEAR, "autoconsent-rules.txt"));
