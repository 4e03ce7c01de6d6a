/**
 * `npm run soak -- [--pages DIR] [--rounds N | --jobs N | --minutes M] [--faults all|none|a,b] [--at-once 4] [--seed S]
 * [--json FILE]`: runs jobs and faults for hours, on a service of its own. The exit code is 1 when a rule was broken.
 */
import "./folder.ts";
import { writeFileSync } from "node:fs";
import { run } from "../../tools/run.ts";
import { readArguments } from "./arguments.ts";
import { holds } from "./figures.ts";
import { report } from "./report.ts";
import { soak } from "./run.ts";

await run(async () => {
  const wanted = readArguments(process.argv.slice(2));
  const figures = await soak(wanted);
  console.log(report(figures));
  if (wanted.json !== undefined) writeFileSync(wanted.json, `${JSON.stringify(figures, null, 2)}\n`);
  process.exit(holds(figures) ? 0 : 1);
});
