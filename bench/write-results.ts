/** bench/results.json: what was reached, by part; a table that fits a screen. Every figure goes to .wrangler/bench. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "../tools/paths.ts";
import { type Check, targetOf } from "./result.ts";

const FILE = join(ROOT, "bench", "results.json");
const FIGURES = join(ROOT, ".wrangler", "bench");

const Part = z.object({ on: z.string(), cores: z.number(), reached: z.record(z.string(), z.string()) });
const Results = z.record(z.string(), Part);

export async function writeResults(
  name: string,
  checks: readonly Check[],
  figures: Record<string, unknown>,
): Promise<void> {
  const text = await readFile(FILE, "utf8").catch(() => "{}");
  const results = Results.parse(JSON.parse(text));
  results[name] = {
    on: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    reached: Object.fromEntries(
      checks.map((check) => [check.what, `${check.value.toFixed(2)} ${targetOf(check)}`.trim()]),
    ),
  };
  await writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`);
  await mkdir(FIGURES, { recursive: true });
  await writeFile(join(FIGURES, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}
