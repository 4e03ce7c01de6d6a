/** The service as a user starts it, in a folder of its own, with enough accounts that no plan's limit is met. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { Session } from "#contract/account.ts";
import { LIMITS } from "#contract/limits.ts";
import { Demo } from "../dev/demo.ts";
import { keyRing, makeAccounts } from "./accounts.ts";
import type { Converter, Output } from "./converter.ts";
import { ask } from "./load.ts";
import { quantile } from "./stats.ts";

const ROOT = resolve(import.meta.dirname, "..");
const START_TIMEOUT_MS = 120_000;
const Finished = z.object({
  result: z.object({ bytes: z.number() }),
  timings: z.record(z.string(), z.number()),
});
const FOLDER = join(ROOT, ".wrangler", "bench");
const LOG_FILE = join(FOLDER, "service.log");

export interface Platen extends Converter {
  baseUrl: string;
  /** A key with room left in its minute. */
  key(): string;
  /** The token of a session of the demo account. */
  signIn(): Promise<string>;
  /** Median of each phase of the jobs finished since the last call, in milliseconds. */
  phases(): Record<string, number>;
  pid: number;
}

async function untilHealthy(baseUrl: string, service: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (service.exitCode !== null)
      throw new Error(`The service ended while it was starting; see ${LOG_FILE}.`);
    const answer = await fetch(`${baseUrl}/api/v1/health`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`The service was not ready after ${START_TIMEOUT_MS} ms; see ${LOG_FILE}.`);
}

/** Starts a fresh service on `port`, open to a debugger where a port is given for it, and makes `accountCount` pro accounts. */
export async function startPlaten(
  port: number,
  accountCount: number,
  inspectorPort?: number,
): Promise<Platen> {
  const env = { ...process.env, PORT: String(port), PLATEN_DIR: FOLDER };
  const inspect = inspectorPort === undefined ? [] : ["--inspect", String(inspectorPort)];
  mkdirSync(FOLDER, { recursive: true });
  const log = openSync(LOG_FILE, "w");
  const service = spawn(process.execPath, ["dev/start.ts", "--fresh", ...inspect], {
    cwd: ROOT,
    env,
    stdio: ["ignore", log, log],
  });
  const baseUrl = `http://localhost:${port}`;
  await untilHealthy(baseUrl, service);
  const keys = await makeAccounts(env, accountCount);
  // The first use of a key in an hour is written down; a customer's next jobs are not.
  for (const key of keys) await fetch(`${baseUrl}/api/v1/jobs?limit=1`, { headers: { "x-api-key": key } });
  const key = keyRing(keys);
  const agent = new Agent({ keepAlive: true });
  let timings: Record<string, number>[] = [];

  async function convert(url: string, output: Output): Promise<number> {
    const options =
      output === "pdf"
        ? { outputType: "pdf" }
        : { outputType: "screenshot", screenshotOptions: { type: "jpeg", quality: 90 } };
    const { text } = await ask(agent, {
      method: "POST",
      url: `${baseUrl}/api/v1/jobs`,
      headers: {
        "x-api-key": key(),
        "content-type": "application/json",
        prefer: `wait=${LIMITS.waitSeconds}`,
      },
      body: JSON.stringify({ url, options }),
    });
    const job = Finished.safeParse(JSON.parse(text));
    if (!job.success) throw new Error(`not finished: ${text}`);
    timings.push(job.data.timings);
    return job.data.result.bytes;
  }

  return {
    name: "Platen: whole path",
    hasQueue: true,
    baseUrl,
    key,
    async signIn() {
      const { email, password } = Demo.parse(JSON.parse(await readFile(join(FOLDER, "demo.json"), "utf8")));
      const answer = await fetch(`${baseUrl}/api/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      return Session.parse(await answer.json()).token;
    },
    phases() {
      const names = [...new Set(timings.flatMap((one) => Object.keys(one)))];
      const medians = names.map((name) => [
        name,
        quantile(
          timings.flatMap((one) => one[name] ?? []),
          0.5,
        ),
      ]);
      timings = [];
      return Object.fromEntries(medians);
    },
    pid: service.pid ?? 0,
    convert,
    async close() {
      agent.destroy();
      service.kill("SIGTERM");
      await once(service, "exit");
    },
  };
}
