/** Which service a command means: the deployed one of an environment, or with `--local` the one of this folder. */
import { parseArgs } from "node:util";
import { keepDatabases, keptDatabases } from "../dev/data/local-size.ts";
import { bucketName, bucketStep } from "../tools/deploy/bucket.ts";
import { databaseStep } from "../tools/deploy/database.ts";
import { openAccount } from "../tools/deploy/login.ts";
import type { Target } from "../tools/deploy/step.ts";
import { runWrangler } from "../tools/deploy/wrangler.ts";
import { readEnvironment } from "../tools/environment.ts";
import { STATE_DIR } from "../tools/paths.ts";
import { openBucket, readBucketAddress } from "./bucket.ts";
import { openDeployed } from "./deployed.ts";
import type { Database, Place } from "./place.ts";

/** The deployed service's place; "local" for the local service. */
export type Service = Target | "local";

export async function readArguments(
  args: string[],
): Promise<{ service: Service; isSure: boolean; positionals: string[] }> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      local: { type: "boolean", default: false },
      env: { type: "string", default: "production" },
      yes: { type: "boolean", default: false },
    },
  });
  const environment = readEnvironment(values.env);
  const service = values.local ? "local" : { environment, account: await openAccount(runWrangler) };
  return { service, isSure: values.yes, positionals };
}

async function openLocalService(index: number): Promise<Place> {
  const { openLocal } = await import("./local.ts");
  return openLocal(index);
}

/** How many databases the service has. */
export function countDatabases(service: Service): number {
  return service === "local" ? keptDatabases(STATE_DIR) : service.environment.databases.length;
}

export async function openDatabase(service: Service, index: number): Promise<Database> {
  return service === "local" ? openLocalService(index) : openDeployed(service, runWrangler, index);
}

/** A database, and the bucket that all databases share. */
export async function openPlace(service: Service, index: number): Promise<Place> {
  if (service === "local") return openLocalService(index);
  const bucket = openBucket(readBucketAddress(process.env, service.account.id, bucketName(service)));
  return { ...(await openDatabase(service, index)), ...bucket };
}

/**
 * Makes `count` databases and the bucket if the account does not have them.
 * @throws Error if the service has fewer.
 */
export async function makePlaces(service: Service, count: number): Promise<void> {
  if (service === "local") {
    if (count > 1) keepDatabases(STATE_DIR, count);
    return;
  }
  const { databases, name } = service.environment;
  if (databases.length < count)
    throw new Error(
      `The backup has ${count} databases, and platen.config.ts: ${name} lists only ${databases.length}.`,
    );
  for (const step of [...databases.map((_, index) => databaseStep(service, index)), bucketStep(service)])
    if ((await step.look()) !== null) await step.change();
}
