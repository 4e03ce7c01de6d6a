/** Runs one Worker alone in `wrangler dev`, so that only its own work is measured. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = resolve(import.meta.dirname, "..");
/** Outside of the state's folder, which is deleted at the end, because the log explains a failure. */
const LOGS = join(ROOT, ".wrangler", "bench");
const START_TIMEOUT_MS = 60_000;

export interface RunningWorker {
  baseUrl: string;
  pid: number;
  /** The file with the Worker's log. */
  logFile: string;
  close(): Promise<void>;
}

/** A copy with rate limits that a bench does not reach. It is beside the original, whose paths are relative. */
function withHighLimits(config: string, port: number): string {
  const path = join(ROOT, dirname(config), `wrangler.bench-${port}.toml`);
  const text = readFileSync(join(ROOT, config), "utf8");
  writeFileSync(path, text.replaceAll(/\blimit = \d+/g, "limit = 1_000_000"));
  return path;
}

/**
 * Starts the Worker of `config` on `port`, with its state in `stateDir`.
 * @param readyPath Any response at this path means that the Worker is ready.
 */
export async function startWorker(
  config: string,
  port: number,
  stateDir: string,
  readyPath: string,
): Promise<RunningWorker> {
  mkdirSync(LOGS, { recursive: true });
  const copy = withHighLimits(config, port);
  const logFile = join(LOGS, `worker-${port}.log`);
  const log = openSync(logFile, "w");
  const child = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js"),
      "dev",
      ...["-c", copy, "--port", String(port), "--persist-to", stateDir, "--log-level", "error"],
      ...["--inspector-port", String(port + 1), "--var", "ALLOW_PRIVATE_TARGETS:true"],
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", log, log],
      detached: true,
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
    },
  );
  const baseUrl = `http://localhost:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(baseUrl + readyPath).catch(() => null);
    if (response) break;
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`${config} did not start; see ${logFile}.`);
    await sleep(200);
  }
  return {
    baseUrl,
    pid: child.pid ?? Number.NaN,
    logFile,
    async close() {
      rmSync(copy, { force: true });
      if (child.pid === undefined || child.exitCode !== null) return;
      process.kill(-child.pid, "SIGTERM");
      await once(child, "exit");
    },
  };
}
