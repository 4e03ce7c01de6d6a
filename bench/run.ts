/**
 * `npm run bench [-- NAME… --rounds N --check]` prints tables and writes the values to bench/results.json, all figures to
 * .wrangler/bench/NAME.json, the missed targets to bench/results.md, and the table of `known` to docs/performance.md. With
 * --check it changes neither of the last two, and exits 1 on a miss that bench/results.md does not list.
 */
import { parseArgs } from "node:util";
import { printTable } from "../tools/table.ts";
import { admission } from "./admission.ts";
import { clearCost } from "./clear.ts";
import { conversion } from "./conversion.ts";
import { growth } from "./growth.ts";
import { guardCost } from "./guard.ts";
import { installPeers } from "./install-peers.ts";
import { knownPages } from "./known.ts";
import { memory } from "./memory.ts";
import { passes, type Result, targetOf } from "./result.ts";
import { newMisses, readTable, rowOf, writeFigures, writeGuide, writeReached, writeRow } from "./results.ts";
import { simulation } from "./simulation.ts";
import { web } from "./web.ts";
import { widgetCost } from "./widget.ts";

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, rounds: { type: "string", default: "5" } },
});
const rounds = Number(values.rounds);

const PARTS: Record<string, () => Promise<Result>> = {
  simulate: simulation,
  admission,
  growth,
  guard: guardCost,
  clear: clearCost,
  memory,
  pdf: () => conversion("pdf", ["tiny", "article", "long", "app"], rounds),
  web,
  widget: widgetCost,
  screenshot: () => conversion("jpeg", ["tiny", "article"], rounds),
  known: () => knownPages(rounds * 2),
};

const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

const table = await readTable();
await installPeers();
const failed: string[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const result = await part();
  const row = rowOf(result);
  await writeFigures(name, result.figures);
  await writeReached(name, result);
  printTable(
    `Targets of ${name}`,
    ["", "reached", "target", ""],
    result.checks.map((check) => [
      check.what,
      check.value.toFixed(2),
      targetOf(check),
      passes(check) ? "" : "MISSED",
    ]),
  );
  if (values.check) failed.push(...newMisses(table, name, row).map((what) => `${name}: ${what}`));
  else {
    await writeRow(table, name, row);
    if (result.guide !== undefined) await writeGuide(name, result.guide);
  }
}
if (failed.length > 0) {
  console.error(`\nTargets missed that bench/results.md does not list:\n${failed.join("\n")}`);
  process.exit(1);
}
