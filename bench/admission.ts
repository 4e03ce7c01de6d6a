/** Compares `POST /jobs` and `GET /jobs/{id}` with a bare route, and with hand-written statements on the same tables. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { makeAccounts } from "../dev/process/child-service.ts";
import { buildIfStale } from "../tools/build.ts";
import { ms, printTable, times } from "../tools/table.ts";
import { keyRing } from "./accounts.ts";
import { type Call, type Load, load } from "./load.ts";
import { costOf } from "./processes.ts";
import type { Check, Result } from "./result.ts";
import { medianRatio, quantile, summarize } from "./stats.ts";
import { startWorker } from "./worker.ts";

const MIGRATIONS = new URL("../migrations/", import.meta.url).pathname;
const CONNECTIONS = 16;
const ROUNDS = 12;
const REQUESTS = 400;
const ACCOUNTS = 1_500;
/** Not counted: until then V8 compiles the code, and the first use of each key in an hour is stored. */
const WARM_REQUESTS = 6_000;
const MIN_OF_FLOOR = 0.85;
const MAX_P99_OF_P50 = 3;
const BODY = JSON.stringify({ url: "https://example.com/" });
const JSON_TYPE = { "content-type": "application/json" };

const Created = z.object({ jobId: z.string() });

/** A call, and the process that handles it, with its descendants. */
type Calls = Record<string, { pid: number; next: () => Call }>;

interface Round extends Load {
  /** Processor time in ms per request. Unlike the rate, it does not count other work on the machine. */
  cpuMs: number;
}

/** The statements of every migration, in order. */
async function schema(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(MIGRATIONS, name), "utf8")));
  return texts.flatMap((text) => text.split("--> statement-breakpoint"));
}

/** `ROUNDS` rounds of each call in turn, after its warm-up. */
async function interleaved(calls: Calls): Promise<Record<string, Round[]>> {
  const rounds: Record<string, Round[]> = {};
  for (const { next } of Object.values(calls)) await load(WARM_REQUESTS, CONNECTIONS, next);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { pid, next }] of Object.entries(calls)) {
      const done: Load[] = [];
      const { cpuMs } = await costOf(pid, async () => done.push(await load(REQUESTS, CONNECTIONS, next)));
      const figures = done.map((one) => ({ ...one, cpuMs: cpuMs / REQUESTS }));
      rounds[name] = [...(rounds[name] ?? []), ...figures];
    }
  }
  return rounds;
}

export async function admission(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "platen-bench-"));
  const env = { ...process.env, PLATEN_DIR: folder };
  // Both Workers stand behind the built site's static files.
  await buildIfStale();
  const keys = await makeAccounts(env, ACCOUNTS, "pro");
  const api = await startWorker("wrangler.toml", 8962, join(folder, "state"), "/api/v1/jobs");
  const floor = await startWorker("bench/floor/wrangler.toml", 8964, join(folder, "floor"), "/api/bare");
  const setup = await fetch(`${floor.baseUrl}/api/setup`, {
    method: "POST",
    body: JSON.stringify(await schema()),
  });
  if (!setup.ok) throw new Error(`The floor could not be set up: ${await setup.text()}`);
  try {
    const reader = keys[0] ?? "";
    const key = keyRing(keys.slice(1));
    const created = await fetch(`${api.baseUrl}/api/v1/jobs`, {
      method: "POST",
      headers: { ...JSON_TYPE, "x-api-key": reader },
      body: BODY,
    });
    const { jobId } = Created.parse(await created.json());

    const posts = {
      "POST bare route": {
        pid: floor.pid,
        next: () => ({ method: "POST", url: `${floor.baseUrl}/api/bare`, headers: JSON_TYPE, body: BODY }),
      },
      "POST floor: batch + send": {
        pid: floor.pid,
        next: () => ({ method: "POST", url: `${floor.baseUrl}/api/batch`, headers: JSON_TYPE, body: BODY }),
      },
      "POST /jobs": {
        pid: api.pid,
        next: () => ({
          method: "POST",
          url: `${api.baseUrl}/api/v1/jobs`,
          headers: { ...JSON_TYPE, "x-api-key": key() },
          body: BODY,
        }),
      },
    } satisfies Calls;
    const gets = {
      "GET floor: one read": {
        pid: floor.pid,
        next: () => ({ method: "GET", url: `${floor.baseUrl}/api/read` }),
      },
      "GET /jobs/{id}": {
        pid: api.pid,
        next: () => ({
          method: "GET",
          url: `${api.baseUrl}/api/v1/jobs/${jobId}`,
          headers: { "x-api-key": reader },
        }),
      },
    } satisfies Calls;
    const rounds = { ...(await interleaved(posts)), ...(await interleaved(gets)) };
    return report(rounds);
  } finally {
    await Promise.all([api.close(), floor.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

function report(rounds: Record<string, Round[]>): Result {
  const rates = (name: string) => (rounds[name] ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
  const cpu = (name: string) => (rounds[name] ?? []).map(({ cpuMs }) => cpuMs);
  const rows = Object.entries(rounds).map(([name, loads]) => {
    const latencies = loads.flatMap((one) => one.latencies);
    return {
      name,
      rate: summarize(rates(name)),
      cpuMs: summarize(cpu(name)).median,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    };
  });
  const post = medianRatio(rates("POST /jobs"), rates("POST floor: batch + send"));
  const bare = medianRatio(rates("POST /jobs"), rates("POST bare route"));
  const get = medianRatio(rates("GET /jobs/{id}"), rates("GET floor: one read"));
  const postCpu = medianRatio(cpu("POST /jobs"), cpu("POST floor: batch + send"));
  const getCpu = medianRatio(cpu("GET /jobs/{id}"), cpu("GET floor: one read"));
  const admitted = rows.find(({ name }) => name === "POST /jobs");
  printTable(
    `Admission and status, ${CONNECTIONS} connections`,
    ["", "requests/s", "processor", "p50", "p99", "spread"],
    rows.map(({ name, rate, cpuMs, p50, p99 }) => [
      name,
      String(Math.round(rate.median)),
      `${cpuMs.toFixed(2)} ms`,
      ms(p50),
      ms(p99),
      `${Math.round(rate.spread * 100)} %`,
    ]),
  );
  console.log(`POST /jobs ÷ bare route ${times(bare)}, ÷ floor ${times(post)}; GET ÷ one read ${times(get)}`);
  console.log(`Processor time: POST /jobs ÷ floor ${times(postCpu)}; GET ÷ one read ${times(getCpu)}`);
  const checks: Check[] = [
    { what: "POST /jobs ÷ floor", value: post, min: MIN_OF_FLOOR },
    { what: "GET /jobs/{id} ÷ one read", value: get, min: MIN_OF_FLOOR },
    {
      what: "POST /jobs p99 ÷ p50",
      value: (admitted?.p99 ?? 0) / (admitted?.p50 ?? 1),
      max: MAX_P99_OF_P50,
    },
  ];
  return {
    figures: {
      rows,
      postOfBare: bare,
      postOfFloor: post,
      getOfRead: get,
      postCpuOfFloor: postCpu,
      getCpuOfRead: getCpu,
    },
    checks,
  };
}
