/**
 * `npm run bench [-- NAME… --rounds N --check]`: prints tables and writes bench/results.json.
 * With --check it exits 1 when a figure is below its target.
 */
import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { admission } from "./admission.ts";
import { conversion } from "./conversion.ts";
import { growth } from "./growth.ts";
import { guardCost } from "./guard.ts";
import { memory } from "./memory.ts";
import { installPeers } from "./peers/install.ts";
import { passes, type Result } from "./result.ts";
import { simulation } from "./simulate/report.ts";
import { printTable } from "./table.ts";
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
  memory,
  pdf: () => conversion("pdf", ["tiny", "article", "long", "app"], rounds),
  web,
  widget: widgetCost,
  screenshot: () => conversion("jpeg", ["tiny", "article"], rounds),
};

const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

await installPeers();
const resultsFile = new URL("./results.json", import.meta.url);
const results: Record<string, unknown> = JSON.parse(await readFile(resultsFile, "utf8").catch(() => "{}"));
const failed: string[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const { figures, checks } = await part();
  results[name] = {
    at: new Date().toISOString(),
    machine: {
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? "unknown",
      memoryGiB: Math.round(totalmem() / 2 ** 30),
    },
    node: process.version,
    figures,
    checks,
  };
  printTable(
    `Targets of ${name}`,
    ["", "reached", "target", ""],
    checks.map((check) => [
      check.what,
      check.value.toFixed(2),
      check.least === undefined ? `≤ ${check.most}` : `≥ ${check.least}`,
      passes(check) ? "ok" : "BELOW",
    ]),
  );
  failed.push(...checks.filter((check) => !passes(check)).map(({ what }) => `${name}: ${what}`));
  await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
}
if (values.check && failed.length > 0) {
  console.error(`\nBelow target:\n${failed.join("\n")}`);
  process.exit(1);
}
