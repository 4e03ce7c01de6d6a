/**
 * `npm run -s metrics:dashboard > dashboard.json` prints the Grafana dashboard, `npm run -s metrics:queries` the queries for
 * the SQL API. `--env NAME` chooses an environment of platen.config.ts.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { unstable_readConfig } from "wrangler";
import { readEnvironment } from "../environment.ts";
import { ROOT } from "../paths.ts";
import { run } from "../run.ts";
import { dashboard } from "./dashboard.ts";
import { QUERIES, tableSql } from "./queries.ts";

/** The dataset of the environment, as a deployment names it. */
function datasetOf(environment: string): string {
  const { analytics_engine_datasets } = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
  const [{ dataset = "" } = {}] = analytics_engine_datasets;
  return dataset + readEnvironment(environment).suffix.replaceAll("-", "_");
}

await run(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { env: { type: "string", default: "production" } },
  });
  const dataset = datasetOf(values.env);
  const queries = () =>
    QUERIES.map((query) => `-- ${query.title}\n${tableSql(query, dataset)};\n`).join("\n");
  console.log(positionals[0] === "queries" ? queries() : JSON.stringify(dashboard(dataset), null, 2));
});
