/** Checks that a build can be deployed: Cloudflare's limits, and no setting of local work. Needs no network. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Configuration, folderOf, readBuilt, workersOf } from "../built-worker.ts";
import type { Environment } from "../environment.ts";
import { checkVars, configure, filesIn } from "./configuration.ts";

/** https://developers.cloudflare.com/workers/platform/limits/, plan Workers Paid. */
const LIMITS = {
  workerGzipBytes: 10_000_000,
  workerBytes: 64 * 1024 ** 2,
  varBytes: 5_000,
  vars: 128,
  assetBytes: 25 * 1024 ** 2,
  assets: 100_000,
};
/** Set by local work only. */
const LOCAL_SWITCHES = ["ALLOW_PRIVATE_TARGETS", "STRIPE_API_BASE", "TURNSTILE_API_BASE"];
const LOCAL_ADDRESS = /localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0/;

interface WorkerSize {
  worker: string;
  bytes: number;
  gzipBytes: number;
}

export interface BuildCheck {
  sizes: WorkerSize[];
  /** Sentences about what must change before a deployment. */
  faults: string[];
}

function sizeOf(dist: string, worker: string): WorkerSize {
  const modules = filesIn(folderOf(dist, worker)).filter((path) => !path.endsWith(".map"));
  const bytes = Buffer.concat(modules.map((path) => readFileSync(path)));
  return { worker, bytes: bytes.length, gzipBytes: gzipSync(bytes).length };
}

function tooLarge({ worker, bytes, gzipBytes }: WorkerSize): string[] {
  if (bytes <= LIMITS.workerBytes && gzipBytes <= LIMITS.workerGzipBytes) return [];
  return [`${worker} is too large: ${bytes} bytes, ${gzipBytes} after gzip.`];
}

function wrongVars({ name, vars }: Configuration): string[] {
  const entries = Object.entries(vars);
  const wrong = entries.flatMap(([key, value]) => {
    if (LOCAL_SWITCHES.includes(key) && value !== "") return [`${name}: ${key} is for local work.`];
    if (LOCAL_ADDRESS.test(value)) return [`${name}: ${key} has a local address: ${value}`];
    if (Buffer.byteLength(value) > LIMITS.varBytes) return [`${name}: ${key} is longer than 5 kB.`];
    return [];
  });
  return entries.length > LIMITS.vars ? [...wrong, `${name} has more than ${LIMITS.vars} variables.`] : wrong;
}

function wrongAssets(folder: string): string[] {
  const files = filesIn(folder);
  const large = files.filter((path) => statSync(path).size > LIMITS.assetBytes);
  const faults = large.map((path) => `${path} is larger than 25 MiB.`);
  return files.length > LIMITS.assets ? [...faults, `${folder} has more than 100,000 files.`] : faults;
}

export function checkBuild(dist: string, environment: Environment): BuildCheck {
  const workers = workersOf(environment);
  checkVars(dist, workers, environment);
  const sizes = workers.map((worker) => sizeOf(dist, worker));
  const given = { environment, accountId: null, databaseIds: [], stripePrices: "{}" };
  const faults = workers.flatMap((worker) => {
    const { directory } = readBuilt(dist, worker, environment).assets ?? {};
    const assets = directory === undefined ? [] : wrongAssets(join(folderOf(dist, worker), directory));
    return [...wrongVars(configure(dist, worker, given)), ...assets];
  });
  return { sizes, faults: [...sizes.flatMap(tooLarge), ...faults] };
}
