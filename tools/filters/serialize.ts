/** Runs after `npm ci`. Makes the filter lists of the build into engines, so that the Worker need not parse them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FiltersEngine } from "@ghostery/adblocker";
import { UNWANTED } from "#contract/job/values.ts";
import { builtInRules } from "../../worker-render/clear/built-in.ts";
import { ENGINE_CONFIG } from "../../worker-render/clear/engine-config.ts";
import { ROOT } from "../paths.ts";

for (const name of UNWANTED) {
  const engine = FiltersEngine.parse(builtInRules(name).join("\n"), ENGINE_CONFIG);
  await writeFile(join(ROOT, "worker-render/clear", `built-in-${name}.bin`), engine.serialize());
}
