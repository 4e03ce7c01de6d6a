/** The times of well-known kinds of pages, from the table that `npm run bench -- known` writes into docs/performance.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { KnownTimes } from "../../web/docs-content/content.ts";
import { ROOT } from "../paths.ts";

const GUIDE = join(ROOT, "docs", "performance.md");
const [OPEN, CLOSE] = ["<!-- known -->", "<!-- /known -->"];

function milliseconds(cell = ""): number | null {
  return /^\d+$/.test(cell) ? Number(cell) : null;
}

/** @throws Error if the table lacks a time of Platen. */
export function readKnownTimes(guide: string = readFileSync(GUIDE, "utf8")): KnownTimes[] {
  const table = guide.slice(guide.indexOf(OPEN), guide.indexOf(CLOSE));
  const [, , ...rows] = table.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) => {
    const [page = "", output = "", ...times] = row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [platen = null, puppeteer = null, browserless = null] = times.map(milliseconds);
    if (platen === null) throw new Error(`docs/performance.md has no time of Platen in: ${row}`);
    return { page, output, platen, puppeteer, browserless };
  });
}
