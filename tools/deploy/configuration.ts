/** The configuration that a Worker is deployed with: the built one, with the environment's names, variables and ids. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Configuration, folderOf, nameOf, numberOf, readBuilt } from "../built-worker.ts";
import type { Environment } from "../environment.ts";
import { Refusal } from "./refusal.ts";

/** The variable with the fingerprint of a deployed build. A Worker without it was not deployed by this command. */
export const RELEASE = "RELEASE";
/** What the operator must not set: the deployment sets it, or it is for local work. */
const OWN_VARS = [
  "PUBLIC_ORIGIN",
  "DATABASE_WEIGHTS",
  "STRIPE_PRICES",
  "STRIPE_API_BASE",
  "TURNSTILE_API_BASE",
  RELEASE,
];
/** Names of rate limits are shared by all Workers of an account, and have a number each. */
const LIMITS_OF_ENVIRONMENT = 10_000;

export interface Given {
  environment: Environment;
  /** Null without a login. */
  accountId: string | null;
  /** By number; null before the database exists. */
  databaseIds: readonly (string | null)[];
  /** The API Worker's STRIPE_PRICES. */
  stripePrices: string;
}

/** @throws Refusal if the environment sets a variable that no Worker has, or one that it must not set. */
export function checkVars(dist: string, workers: readonly string[], environment: Environment): void {
  const known = new Set(workers.flatMap((worker) => Object.keys(readBuilt(dist, worker, environment).vars)));
  const wrong = Object.keys(environment.vars).filter((name) => !known.has(name) || OWN_VARS.includes(name));
  if (wrong.length > 0)
    throw new Refusal(
      `platen.config.ts: ${environment.name} sets ${wrong.join(", ")}. It can set: ${[...known].filter((name) => !OWN_VARS.includes(name)).join(", ")}.`,
    );
}

/** The deployed configuration of a Worker, without the fingerprint. */
function merge(built: Configuration, given: Given): Configuration {
  const { environment, accountId, databaseIds, stripePrices } = given;
  const name = (base: string) => base + environment.suffix;
  const own: Record<string, string> = {
    ...environment.vars,
    PUBLIC_ORIGIN: environment.origin,
    STRIPE_PRICES: stripePrices,
  };
  const vars = Object.entries(built.vars).map(([key, value]) => [key, own[key] ?? value]);
  return {
    ...built,
    name: name(built.name),
    ...(accountId && { account_id: accountId }),
    // The custom domain is the only address.
    workers_dev: false,
    preview_urls: false,
    vars: Object.fromEntries(vars),
    d1_databases: built.d1_databases.map((one, index) => ({
      ...one,
      database_name: name(one.database_name),
      database_id: databaseIds[index] ?? one.database_id,
    })),
    r2_buckets: built.r2_buckets.map((one) => ({ ...one, bucket_name: name(one.bucket_name) })),
    queues: {
      ...built.queues,
      producers: built.queues.producers.map((one) => ({ ...one, queue: name(one.queue) })),
      consumers: built.queues.consumers.map((one) => ({
        ...one,
        queue: name(one.queue),
        ...(one.dead_letter_queue && { dead_letter_queue: name(one.dead_letter_queue) }),
      })),
    },
    durable_objects: {
      ...built.durable_objects,
      bindings: built.durable_objects.bindings.map((one) => ({
        ...one,
        ...(one.script_name && { script_name: name(one.script_name) }),
      })),
    },
    services: built.services.map((one) => ({ ...one, service: name(one.service) })),
    ratelimits: built.ratelimits.map((one) => ({
      ...one,
      namespace_id: String(Number(one.namespace_id) + environment.index * LIMITS_OF_ENVIRONMENT),
    })),
    // The name is a table's name in SQL.
    analytics_engine_datasets: built.analytics_engine_datasets.map((one) => ({
      ...one,
      dataset: name(one.dataset).replaceAll("-", "_"),
    })),
  };
}

/** The paths of a folder's files, without hidden ones and configurations. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => !/(^|[\\/])\./.test(path) && !/^wrangler\..*json$/.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .sort();
}

function fingerprint(configuration: Configuration, folder: string): string {
  // The local paths differ between machines.
  const { configPath: _, userConfigPath: __, ...portable } = configuration;
  const hash = createHash("sha256").update(JSON.stringify(portable));
  const folders = configuration.assets ? [folder, join(folder, configuration.assets.directory)] : [folder];
  for (const path of folders.flatMap(filesIn))
    hash.update(path.slice(folder.length)).update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

/** The configuration of a Worker with its fingerprint. */
export function configure(dist: string, worker: string, given: Given): Configuration {
  const merged = merge(readBuilt(dist, worker, given.environment), given);
  return {
    ...merged,
    vars: { ...merged.vars, [RELEASE]: fingerprint(merged, folderOf(dist, worker)) },
  };
}

/** Writes the configuration beside the built Worker and returns its path. */
export function writeConfiguration(dist: string, worker: string, given: Given): string {
  const name = nameOf(`wrangler.${given.environment.name}`, numberOf(worker));
  const path = join(folderOf(dist, worker), `${name}.json`);
  writeFileSync(path, JSON.stringify(configure(dist, worker, given), null, 2));
  return path;
}
