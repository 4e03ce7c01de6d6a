/** Measures whether calls get slower as D1 fills: with a thousand, a hundred thousand and a million jobs. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { makeAccounts } from "../dev/process/child-service.ts";
import { ms, printTable } from "../tools/table.ts";
import { keyRing } from "./accounts.ts";
import { type Call, load } from "./load.ts";
import type { Check, Result } from "./result.ts";
import { medianRatio, quantile } from "./stats.ts";
import { type RunningWorker, startWorker } from "./worker.ts";

const ROOT = resolve(import.meta.dirname, "..");
const run = promisify(execFile);
const SIZES = [
  { jobs: 1_000, accounts: 1_000 },
  { jobs: 100_000, accounts: 10_000 },
  { jobs: 1_000_000, accounts: 100_000 },
] as const;
const FIRST_PORT = 8970;
const ROUNDS = 9;
const REQUESTS = 150;
const CONNECTIONS = 4;
const MAX_GROWTH = 1.15;
/** Higher, because each size has one run only, so the noise is greater. */
const MAX_SWEEP_GROWTH = 1.3;

/** So far in the future that the sweep deletes all jobs and ends all periods. */
const SWEEP_AHEAD_MS = 400 * 86_400_000;
/** Maximum rows of each kind in one run of the sweep (worker-api/sweep). */
const SWEEP_ROWS = 2_000;

const Created = z.object({ jobId: z.string() });

interface Sized {
  jobs: number;
  accounts: number;
  worker: RunningWorker;
  calls: Record<string, () => Call>;
}

async function prepare(folder: string, size: (typeof SIZES)[number], port: number): Promise<Sized> {
  const dir = join(folder, String(size.jobs));
  const env = { ...process.env, PLATEN_DIR: dir };
  const keys = await makeAccounts(env, size.accounts, "pro");
  await run(process.execPath, ["bench/seed-jobs.ts", String(size.jobs)], { cwd: ROOT, env });
  const worker = await startWorker("wrangler.toml", port, join(dir, "state"), "/api/v1/jobs");
  const url = `${worker.baseUrl}/api/v1/jobs`;
  const reader = { "x-api-key": keys[0] ?? "" };
  const key = keyRing(keys.slice(1));
  const post = () => ({
    method: "POST" as const,
    url,
    headers: { "content-type": "application/json", "x-api-key": key() },
    body: JSON.stringify({ url: "https://example.com/" }),
  });
  const first = await fetch(url, { ...post(), headers: { ...post().headers, ...reader } });
  const { jobId } = Created.parse(await first.json());
  return {
    jobs: size.jobs,
    accounts: size.accounts,
    worker,
    calls: {
      admission: post,
      status: () => ({ method: "GET", url: `${url}/${jobId}`, headers: reader }),
      list: () => ({ method: "GET", url, headers: reader }),
    },
  };
}

/** Milliseconds per thousand rows of one run of the sweep, which deletes jobs and begins periods. */
async function sweepMs({ jobs, accounts, worker }: Sized): Promise<number> {
  const startedAt = performance.now();
  const time = Date.now() + SWEEP_AHEAD_MS;
  const response = await fetch(`${worker.baseUrl}/cdn-cgi/handler/scheduled?time=${time}`);
  if (!response.ok) throw new Error(`The sweep returned ${response.status}.`);
  const rows = Math.min(jobs, SWEEP_ROWS) + Math.min(accounts, SWEEP_ROWS);
  return ((performance.now() - startedAt) * 1000) / rows;
}

export async function growth(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "platen-growth-"));
  const sized: Sized[] = [];
  try {
    for (const [index, size] of SIZES.entries())
      sized.push(await prepare(folder, size, FIRST_PORT + index * 2));
    const medians: Record<string, number[]> = {};
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { jobs, calls } of sized) {
        for (const [name, next] of Object.entries(calls)) {
          const { latencies } = await load(REQUESTS, CONNECTIONS, next);
          const place = `${name} ${jobs}`;
          if (round > 0) medians[place] = [...(medians[place] ?? []), quantile(latencies, 0.5)];
        }
      }
    }
    const [smallest, , largest] = SIZES;
    const of = (name: string, jobs: number) => medians[`${name} ${jobs}`] ?? [];
    const names = Object.keys(sized[0]?.calls ?? {});
    const checks: Check[] = names.map((name) => ({
      what: `${name}: largest ÷ smallest`,
      value: medianRatio(of(name, largest.jobs), of(name, smallest.jobs)),
      max: MAX_GROWTH,
    }));
    printTable(
      `Latency as D1 grows, ${CONNECTIONS} connections`,
      ["", ...SIZES.map(({ jobs }) => `${jobs.toLocaleString("en-US")} jobs`)],
      names.map((name) => [name, ...SIZES.map(({ jobs }) => ms(quantile(of(name, jobs), 0.5)))]),
    );
    const sweeps: { jobs: number; msPerThousandRows: number }[] = [];
    for (const one of sized) sweeps.push({ jobs: one.jobs, msPerThousandRows: await sweepMs(one) });
    printTable(
      "One run of the sweep, for each thousand rows",
      ["", ...SIZES.map(({ jobs }) => `${jobs.toLocaleString("en-US")} jobs`)],
      [["sweep", ...sweeps.map(({ msPerThousandRows }) => ms(msPerThousandRows))]],
    );
    const [atSmallest, , atLargest] = sweeps;
    checks.push({
      what: "sweep, ms for a thousand rows: largest ÷ smallest",
      value: (atLargest?.msPerThousandRows ?? Number.NaN) / (atSmallest?.msPerThousandRows ?? Number.NaN),
      max: MAX_SWEEP_GROWTH,
    });
    return { figures: { medians, sweeps }, checks };
  } catch (error) {
    const logs = sized.map(({ worker }) => worker.logFile).join(", ");
    throw new Error(`growth failed; the Workers' logs are in ${logs}`, { cause: error });
  } finally {
    await Promise.all(sized.map(({ worker }) => worker.close()));
    await rm(folder, { recursive: true, force: true });
  }
}
