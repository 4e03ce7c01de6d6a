/** Writes bench/results.md, the targets that each part misses, and bench/results.json, the last values (git ignores it). */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "../tools/paths.ts";
import { passes, type Result, targetOf } from "./result.ts";

const REACHED = join(ROOT, "bench", "results.json");
const FILE = join(ROOT, "bench", "results.md");
const GUIDE = join(ROOT, "docs", "performance.md");
const FIGURES = join(ROOT, ".wrangler", "bench");
const HEAD = `# Targets of the bench

\`npm run bench\` rewrites a row when its part misses other targets than before. \`docs/performance.md\` holds the figures.

| part | targets | missed |
|---|---|---|
`;
const ROW = /^\| (?<part>\w+) \| (?<targets>\d+) \|(?<missed>.*)\|$/;
const BREAK = "<br>";
const NONE = "none";

interface Row {
  targets: number;
  missed: string[];
}
/** By the part's name. */
export type Table = Map<string, Row>;

export function rowOf({ checks }: Result): Row {
  const missed = checks.filter((check) => !passes(check)).map(({ what }) => what);
  return { targets: checks.filter((check) => targetOf(check) !== "").length, missed };
}

/** The missed targets of `row` that the table does not list for the part. */
export function newMisses(table: Table, part: string, row: Row): string[] {
  const known = table.get(part)?.missed ?? [];
  return row.missed.filter((what) => !known.includes(what));
}

function listed(cell: string): string[] {
  return cell === NONE ? [] : cell.split(BREAK);
}

export function parseTable(text: string): Table {
  const rows = text.split("\n").flatMap((line): [string, Row][] => {
    const { part, targets, missed = "" } = ROW.exec(line)?.groups ?? {};
    if (part === undefined) return [];
    return [[part, { targets: Number(targets), missed: listed(missed.trim()) }]];
  });
  return new Map(rows);
}

export function formatTable(table: Table): string {
  const rows = [...table].map(
    ([part, { targets, missed }]) => `| ${part} | ${targets} | ${missed.join(BREAK) || NONE} |\n`,
  );
  return HEAD + rows.join("");
}

export async function readTable(): Promise<Table> {
  return parseTable(await readFile(FILE, "utf8"));
}

/** Does not write the file when the part misses the same targets as before. */
export async function writeRow(table: Table, part: string, row: Row): Promise<void> {
  const before = formatTable(table);
  const after = formatTable(table.set(part, row));
  if (after !== before) await writeFile(FILE, after);
}

const Reached = z.record(z.string(), z.record(z.string(), z.string()));

/** Replaces the part's values in bench/results.json: `{part: {what: "value target"}}`. */
export async function writeReached(part: string, { checks }: Result): Promise<void> {
  const text = await readFile(REACHED, "utf8").catch(() => "{}");
  const values = checks.map((check) => [check.what, `${check.value.toFixed(2)} ${targetOf(check)}`.trim()]);
  const reached = { ...Reached.parse(JSON.parse(text)), [part]: Object.fromEntries(values) };
  await writeFile(REACHED, `${JSON.stringify(reached, null, 2)}\n`);
}

export async function writeFigures(part: string, figures: Record<string, unknown>): Promise<void> {
  await mkdir(FIGURES, { recursive: true });
  await writeFile(join(FIGURES, `${part}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}

/** Replaces the text between the markers of the part in the guide: `<!-- known -->` and `<!-- /known -->`. */
export async function writeGuide(part: string, table: string): Promise<void> {
  const [open, close] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  const text = await readFile(GUIDE, "utf8");
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/performance.md has no section “${part}”.`);
  await writeFile(GUIDE, `${text.slice(0, start + open.length)}\n\n${table}\n\n${text.slice(end)}`);
}
