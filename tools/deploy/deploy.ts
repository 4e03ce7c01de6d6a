/**
 * `npm run deploy` brings the service into the Cloudflare account of the login, or updates it there. `--env NAME` chooses an
 * environment of platen.config.ts, `--yes` does not ask, `--dry-run` only builds and checks, without network. `--configure`
 * only builds and writes the configurations, and `--without-api` leaves out platen-api: both for Wrangler's other commands.
 */
import { parseArgs } from "node:util";
import { ask } from "../ask.ts";
import { build } from "../build.ts";
import { workersOf } from "../built-worker.ts";
import type { Environment } from "../environment.ts";
import { run } from "../run.ts";
import { printTable } from "../table.ts";
import { carryOut } from "./carry-out.ts";
import { checkBuild } from "./check-build.ts";
import { writeConfiguration } from "./configuration.ts";
import { API, findDeployed } from "./deployed.ts";
import { chooseEnvironment, DIST, openDeployment } from "./open.ts";
import { Refusal } from "./refusal.ts";
import { writeDeployedConfiguration } from "./worker.ts";
import { runWrangler } from "./wrangler.ts";

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;

/** Wrangler's own checks of the configurations, without network. */
async function validate(environment: Environment): Promise<void> {
  const given = { environment, accountId: null, databaseIds: [], stripePrices: "{}" };
  await Promise.all(
    workersOf(environment).map((worker) =>
      runWrangler(["deploy", "--dry-run", "-c", writeConfiguration(DIST, worker, given)]),
    ),
  );
}

await run(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      yes: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      configure: { type: "boolean", default: false },
      "without-api": { type: "boolean", default: false },
    },
  });
  const environment = chooseEnvironment(values.env);
  // Before the build, which takes longer.
  const deployment = values["dry-run"] ? null : await openDeployment(environment, values["without-api"]);
  const needsApi = values.configure || values["without-api"];
  if (deployment && needsApi && !(await findDeployed(deployment, API)))
    throw new Refusal(`${environment.name} is not deployed yet. Run: npm run deploy`);
  console.log(`Building ${environment.name} …`);
  await build();
  const { sizes, faults } = checkBuild(DIST, environment);
  printTable(
    "Workers",
    ["Worker", "size", "gzip"],
    sizes.map(({ worker, bytes, gzipBytes }) => [worker, kB(bytes), kB(gzipBytes)]),
  );
  if (faults.length > 0) throw new Refusal(`This build cannot be deployed.\n${faults.join("\n")}`);
  if (!deployment) {
    await validate(environment);
    console.log("\nThe build can be deployed. This was a dry run: nothing was sent.");
    return;
  }
  if (!values.configure) await carryOut(deployment, values.yes ? null : () => ask("\nContinue? [y/N] "));
  if (!needsApi) return;
  const written = await Promise.all(
    workersOf(environment).map((worker) => writeDeployedConfiguration(deployment, worker)),
  );
  console.log(`\nThe configurations for Wrangler:\n${written.join("\n")}`);
});
