/** Which service a command means: the deployed one of an environment, or with `--local` the one of this folder. */
import { parseArgs } from "node:util";
import { bucketName, bucketStep } from "../deploy/bucket.ts";
import { databaseStep } from "../deploy/database.ts";
import { openAccount } from "../deploy/login.ts";
import type { Target } from "../deploy/step.ts";
import { runWrangler } from "../deploy/wrangler.ts";
import { readEnvironment } from "../environment.ts";
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

async function openLocalService(): Promise<Place> {
  const { openLocal } = await import("./local.ts");
  return openLocal();
}

export async function openDatabase(service: Service): Promise<Database> {
  return service === "local" ? openLocalService() : openDeployed(service, runWrangler);
}

export async function openPlace(service: Service): Promise<Place> {
  if (service === "local") return openLocalService();
  const bucket = openBucket(readBucketAddress(process.env, service.account.id, bucketName(service)));
  return { ...(await openDatabase(service)), ...bucket };
}

/** Makes the database and the bucket if the account does not have them. */
export async function makePlace(service: Service): Promise<void> {
  if (service === "local") return;
  for (const step of [databaseStep(service), bucketStep(service)])
    if ((await step.look()) !== null) await step.change();
}
