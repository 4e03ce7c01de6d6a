/** Runs the service in another process on its own data, for measurements that must not share its thread. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Tier } from "#contract/plans.ts";
import { ROOT } from "../../tools/paths.ts";
import { requireFreePort } from "./ports.ts";

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 200;
const Account = z.object({ apiKey: z.string() });

export interface ChildService {
  baseUrl: string;
  pid: number;
  /** Makes accounts and returns their API keys. */
  accounts(count: number, tier: Tier): Promise<string[]>;
  close(): Promise<void>;
}

/** Makes accounts in the data of `env.PLATEN_DIR` and returns their API keys. */
export async function makeAccounts(env: NodeJS.ProcessEnv, count: number, tier: Tier): Promise<string[]> {
  const child = spawn(process.execPath, ["dev/accounts.ts", "--count", String(count), "--tier", tier], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const keys: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("{")) keys.push(Account.parse(JSON.parse(line)).apiKey);
  }
  if (keys.length < count) throw new Error(`Only ${keys.length} of ${count} accounts were made.`);
  return keys;
}

/** Starts with empty data in `folder`, which also gets the log. Resolves once the API responds. */
export async function startChildService(
  folder: string,
  port: number,
  args: readonly string[] = [],
): Promise<ChildService> {
  const env = { ...process.env, PORT: String(port), PLATEN_DIR: folder };
  const baseUrl = `http://localhost:${port}`;
  // Otherwise the measurements would be those of a service that an earlier run has left.
  await requireFreePort(port);
  mkdirSync(folder, { recursive: true });
  const logFile = join(folder, "service.log");
  const log = openSync(logFile, "w");
  const child = spawn(process.execPath, ["dev/start.ts", "--fresh", ...args], {
    cwd: ROOT,
    env,
    stdio: ["ignore", log, log],
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(`${baseUrl}/api/v1/health`).catch(() => null);
    if (response?.ok) break;
    if (child.exitCode !== null) throw new Error(`The service ended while it was starting; see ${logFile}.`);
    if (Date.now() > deadline)
      throw new Error(`The service was not ready after ${START_TIMEOUT_MS} ms; see ${logFile}.`);
    await sleep(POLL_MS);
  }
  return {
    baseUrl,
    pid: child.pid ?? 0,
    accounts: (count, tier) => makeAccounts(env, count, tier),
    async close() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
