/** Runs the service as a user starts it, on its own data, with enough accounts that no plan's limit is reached. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { Session } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { Demo } from "../dev/data/demo.ts";
import { startChildService } from "../dev/process/child-service.ts";
import { ROOT } from "../tools/paths.ts";
import { keyRing } from "./accounts.ts";
import type { Converter, Job } from "./converter.ts";
import { ask } from "./load.ts";
import { quantile } from "./stats.ts";

const Finished = z.object({
  result: z.object({ url: z.string() }),
  timings: z.record(z.string(), z.number()),
});
const run = promisify(execFile);
const FOLDER = join(ROOT, ".wrangler", "bench");
/** Shorter than the 5 s after which workerd closes an idle connection, because a request at that moment fails. */
const IDLE_MS = 3_000;

export interface Platen extends Converter {
  baseUrl: string;
  /** A key that can send a request now, within its plan's requests per minute. */
  key(): string;
  /** Signs in as the demo account and returns the sign-in session's token. */
  signIn(): Promise<string>;
  /** Adds finished jobs to the data, spread over the accounts. */
  addJobs(count: number): Promise<void>;
  /** Median of each phase of the jobs finished since the last call, in milliseconds. */
  phases(): Record<string, number>;
}

/** Starts a fresh service and makes `accountCount` Pro accounts. With `inspectorPort`, a debugger can connect. */
export async function startPlaten(
  port: number,
  accountCount: number,
  inspectorPort?: number,
): Promise<Platen> {
  const inspect = inspectorPort === undefined ? [] : ["--inspect", String(inspectorPort)];
  const service = await startChildService(FOLDER, port, inspect);
  const { baseUrl } = service;
  const keys = await service.accounts(accountCount, "pro");
  // Not measured: the first use of a key in an hour is stored, later uses are not.
  for (const key of keys) await fetch(`${baseUrl}/api/v1/jobs?limit=1`, { headers: { "x-api-key": key } });
  const key = keyRing(keys);
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  let timings: Record<string, number>[] = [];

  async function convert({ url, output, viewport, jpeg: { type, quality } }: Job) {
    const options =
      output === "pdf"
        ? { outputType: "pdf", pdfOptions: { viewport } }
        : { outputType: "screenshot", screenshotOptions: { type, quality, viewport } };
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
    return job.data.result.url;
  }

  return {
    name: "Platen: whole path",
    hasQueue: true,
    baseUrl,
    key,
    async signIn() {
      const { email, password } = Demo.parse(JSON.parse(await readFile(join(FOLDER, "demo.json"), "utf8")));
      const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      return Session.parse(await response.json()).token;
    },
    async addJobs(count) {
      const env = { ...process.env, PLATEN_DIR: FOLDER };
      await run(process.execPath, ["bench/seed-jobs.ts", String(count)], { cwd: ROOT, env });
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
    pid: service.pid,
    async convert(job) {
      await convert(job);
    },
    async file(job) {
      const response = await fetch(await convert(job));
      return new Uint8Array(await response.arrayBuffer());
    },
    async close() {
      agent.destroy();
      await service.close();
    },
  };
}
