/** The soak's own service. It is started with `npm start`, like a user's. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobMessage } from "#contract/job/scheduling.ts";
import { findRunning } from "../../../dev/process/running.ts";
import { ROOT, SERVICE_DIR } from "../../../tools/paths.ts";
import type { Census } from "./census.ts";

const READY_TIMEOUT_MS = 120_000;
/** Within this time after a fault, the service must respond again or end. */
const RECOVERY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 120_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const POLL_MS = 200;

/** Beside the service's folder, so that a full disk does not affect the log. */
export const LOG_FILE = `${SERVICE_DIR}.log`;
const TEMPORARY = join(SERVICE_DIR, "tmp");
/** Entries that may stay in the service's folder: its data, a lock file, and folders that must be empty. */
const KEPT = new Set(["state", "demo.json", "lock", "run", "tmp"]);
const MUST_BE_EMPTY = ["run", "tmp"];
/** Node's own cache of compiled scripts. */
const NODE_CACHE = "node-compile-cache";

export class Service {
  /** Descriptions of each time that the service did not recover, or ended without a fault that may end it. */
  readonly troubles: string[] = [];
  private readonly port: number;
  private readonly census: Census;
  private child: ChildProcess | null = null;
  private log = 0;

  constructor(port: number, census: Census) {
    this.port = port;
    this.census = census;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Empties the folder and the log. */
  prepare(): void {
    mkdirSync(SERVICE_DIR, { recursive: true });
    for (const name of readdirSync(SERVICE_DIR)) rmSync(join(SERVICE_DIR, name), { recursive: true });
    rmSync(LOG_FILE, { force: true });
    this.log = openSync(LOG_FILE, "a");
  }

  /** Starts the service and resolves when it responds. If it ends before, throws the last line of its log. */
  async start(): Promise<void> {
    mkdirSync(TEMPORARY, { recursive: true });
    const env = { ...process.env, PORT: String(this.port), TMPDIR: TEMPORARY, NODE_ENV: "production" };
    // In a process group of its own, so that Ctrl-C in the soak's terminal does not stop it.
    const child = spawn("npm", ["start"], {
      cwd: ROOT,
      env,
      stdio: ["ignore", this.log, this.log],
      detached: true,
    });
    this.child = child;
    if (child.pid === undefined) throw new Error("npm could not be started.");
    this.census.follow(child.pid);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    // A response on the port is not enough, because an old workerd may still listen on it.
    while (this.isAlive()) {
      if ((await findRunning()) && (await this.responds())) return;
      if (Date.now() > deadline) throw new Error(`not ready after ${READY_TIMEOUT_MS / 1_000} s`);
      await sleep(POLL_MS);
    }
    throw new Error(readFileSync(LOG_FILE, "utf8").trim().split("\n").at(-1));
  }

  /** Stops the service like Ctrl-C in its terminal. */
  async stop(): Promise<void> {
    if (this.child?.pid === undefined || !this.isAlive()) return;
    const ended = this.ended();
    process.kill(-this.child.pid, "SIGINT");
    const timeout = sleep(STOP_TIMEOUT_MS, true, { ref: false });
    if (await Promise.race([ended, timeout])) {
      this.troubles.push(`did not stop within ${STOP_TIMEOUT_MS / 1_000} s`);
      await this.end();
    }
  }

  /** Files in the service's folder that a stopped service must not leave. */
  leftovers(): string[] {
    const inside = (name: string) => {
      const folder = join(SERVICE_DIR, name);
      return existsSync(folder) ? readdirSync(folder).map((entry) => join(name, entry)) : [];
    };
    return [
      ...readdirSync(SERVICE_DIR).filter((name) => !KEPT.has(name)),
      ...MUST_BE_EMPTY.flatMap(inside),
    ].filter((path) => basename(path) !== NODE_CACHE);
  }

  /** Resolves when npm has ended. */
  async ended(): Promise<void> {
    if (this.child && this.isAlive()) await once(this.child, "exit");
  }

  /** Waits until the service responds after `fault`, and starts it if it has ended. Adds failures to `troubles`. */
  async recover(fault: string, mayEnd: boolean): Promise<void> {
    const deadline = Date.now() + RECOVERY_TIMEOUT_MS;
    while (this.isAlive()) {
      if (await this.responds()) return;
      if (Date.now() > deadline) {
        this.troubles.push(`${fault}: neither responded nor ended within ${RECOVERY_TIMEOUT_MS / 1_000} s`);
        await this.end();
      }
      await sleep(POLL_MS);
    }
    if (!mayEnd) this.troubles.push(`${fault}: the service ended`);
    try {
      await this.start();
    } catch (error) {
      this.troubles.push(`${fault}: npm start failed: ${error instanceof Error ? error.message : error}`);
      await this.end();
      await this.start();
    }
  }

  /** Puts messages into the queue again. Queues may also deliver a message twice. */
  async enqueue(messages: JobMessage[]): Promise<void> {
    const running = await findRunning();
    if (!running) throw new Error("The service does not run.");
    const response = await fetch(running.controlUrl, {
      method: "POST",
      headers: { authorization: `Bearer ${running.token}` },
      body: JSON.stringify({ enqueue: messages }),
    });
    if (!response.ok) throw new Error(`The messages were not accepted: ${await response.text()}`);
  }

  private isAlive(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  private async responds(): Promise<boolean> {
    const response = await fetch(`${this.origin}/api/v1/health`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    }).catch(() => null);
    return response?.ok === true;
  }

  /** Kills all processes of the service with SIGKILL. */
  private async end(): Promise<void> {
    const ended = this.ended();
    this.census.killAll();
    await ended;
  }
}
